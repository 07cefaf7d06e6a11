-- What is deleted from an index of words is only crossed out there: whose words they were stays legible in the
-- file until the index is written anew (app/domain/upkeep/rewrite-words.server.ts). Here stands which has such words.
CREATE TABLE words_to_rewrite (
  in_index  TEXT PRIMARY KEY,
  asked     INTEGER NOT NULL,
  begun_for INTEGER
) STRICT;

CREATE TRIGGER order_words_to_rewrite AFTER UPDATE OF contact_name, contact_email ON orders
WHEN old.contact_name <> new.contact_name OR old.contact_email <> new.contact_email
BEGIN
  INSERT INTO words_to_rewrite (in_index, asked) VALUES ('order_words', 1)
  ON CONFLICT DO UPDATE SET asked = asked + 1;
END;
CREATE TRIGGER order_words_to_rewrite_of_gone AFTER DELETE ON orders
BEGIN
  INSERT INTO words_to_rewrite (in_index, asked) VALUES ('order_words', 1)
  ON CONFLICT DO UPDATE SET asked = asked + 1;
END;
CREATE TRIGGER message_words_to_rewrite AFTER DELETE ON messages
BEGIN
  INSERT INTO words_to_rewrite (in_index, asked) VALUES ('message_words', 1)
  ON CONFLICT DO UPDATE SET asked = asked + 1;
END;

-- What was deleted before this is legible still.
INSERT INTO words_to_rewrite (in_index, asked)
SELECT 'order_words', 1 WHERE EXISTS (SELECT 1 FROM orders)
UNION ALL
SELECT 'message_words', 1 WHERE EXISTS (SELECT 1 FROM audit);
