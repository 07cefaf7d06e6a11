-- search_text begins with the folded name. Those of messages are filled by app/features/maintenance/refold-search.server.ts.
DROP INDEX animals_by_name;
CREATE INDEX animals_by_name ON animals (substr(search_text, 1, instr(search_text, char(10)) - 1), seq DESC);

ALTER TABLE messages ADD COLUMN folded_name TEXT NOT NULL DEFAULT '';
DROP INDEX messages_by_name;
CREATE INDEX messages_by_name ON messages (folded_name);
