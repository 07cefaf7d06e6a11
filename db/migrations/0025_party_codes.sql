CREATE TABLE party_codes ( -- one code for all people of an order
  order_seq INTEGER PRIMARY KEY REFERENCES orders (seq) ON DELETE CASCADE,
  code TEXT NOT NULL UNIQUE,
  issued_at INTEGER NOT NULL
) STRICT;
