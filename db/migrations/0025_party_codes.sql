-- One code for all people of an order. It stands for those of its tickets that are neither used nor void.
CREATE TABLE party_codes (
  order_seq INTEGER PRIMARY KEY REFERENCES orders (seq) ON DELETE CASCADE,
  code      TEXT NOT NULL UNIQUE,
  issued_at INTEGER NOT NULL
) STRICT;
