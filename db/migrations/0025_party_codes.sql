-- One code for all people of an order. It stands for those of its tickets that are neither used nor void.
CREATE TABLE party_codes (
  order_seq INTEGER PRIMARY KEY REFERENCES orders (seq) ON DELETE CASCADE,
  code      TEXT NOT NULL UNIQUE,
  issued_at INTEGER NOT NULL
) STRICT;

-- Codes that another one has replaced, so that the gate can tell them from unknown ones.
CREATE TABLE replaced_party_codes (
  code        TEXT PRIMARY KEY,
  order_seq   INTEGER NOT NULL REFERENCES orders (seq) ON DELETE CASCADE,
  replaced_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX replaced_party_codes_by_order ON replaced_party_codes (order_seq);
