CREATE TABLE group_orders ( -- beside the order itself
  order_seq INTEGER PRIMARY KEY REFERENCES orders (seq) ON DELETE CASCADE,
  organisation TEXT NOT NULL,
  price_per_head_paise INTEGER CHECK (price_per_head_paise >= 0), -- null: by the tariff
  free_per INTEGER CHECK (free_per > 0), -- one adult is free for so many others; null: none
  free_adults INTEGER NOT NULL DEFAULT 0, -- as sold
  hold_until TEXT NOT NULL
) STRICT;

CREATE TABLE group_requests ( -- of schools, from the public site
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  organisation TEXT NOT NULL,
  contact_name TEXT NOT NULL,
  email TEXT NOT NULL,
  phone TEXT NOT NULL DEFAULT '',
  pupils INTEGER NOT NULL,
  adults INTEGER NOT NULL,
  ages TEXT NOT NULL DEFAULT '',
  days TEXT NOT NULL, -- up to three: [{ day, slot }]
  message TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL DEFAULT 'new',
  answer TEXT NOT NULL DEFAULT '',
  order_seq INTEGER REFERENCES orders (seq) ON DELETE SET NULL,
  may_be_spam INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX group_requests_new ON group_requests (seq) WHERE state = 'new';
CREATE INDEX group_requests_by_email ON group_requests (email COLLATE NOCASE);
CREATE INDEX group_requests_by_order ON group_requests (order_seq);
CREATE INDEX group_requests_by_age ON group_requests (created_at);

CREATE TABLE invoices ( -- numbered from 1 without gaps
  number INTEGER PRIMARY KEY,
  order_seq INTEGER REFERENCES orders (seq) ON DELETE SET NULL,
  order_id TEXT NOT NULL,
  replaces INTEGER UNIQUE,
  total_paise INTEGER NOT NULL,
  content TEXT NOT NULL, -- what it says, as it was issued
  issued_by TEXT NOT NULL,
  issued_at INTEGER NOT NULL
) STRICT;
CREATE INDEX invoices_by_order ON invoices (order_seq);

CREATE TABLE order_notes ( -- of staff
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_seq INTEGER NOT NULL REFERENCES orders (seq) ON DELETE CASCADE,
  admin_id TEXT NOT NULL,
  text TEXT NOT NULL CHECK (text <> ''),
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX order_notes_by_order ON order_notes (order_seq);

-- For the limits of mails to people who have no order.
CREATE INDEX outbox_without_order ON outbox (recipient COLLATE NOCASE, created_at) WHERE order_seq IS NULL;

CREATE TRIGGER invoices_are_kept BEFORE DELETE ON invoices
BEGIN SELECT raise(ABORT, 'an invoice is never deleted'); END;

CREATE TRIGGER invoices_stay BEFORE UPDATE ON invoices
WHEN (new.number, new.order_id, new.replaces, new.total_paise, new.content, new.issued_by, new.issued_at)
  IS NOT (old.number, old.order_id, old.replaces, old.total_paise, old.content, old.issued_by, old.issued_at)
BEGIN SELECT raise(ABORT, 'an invoice does not change'); END;

CREATE TRIGGER order_notes_stay BEFORE UPDATE ON order_notes
BEGIN SELECT raise(ABORT, 'a note does not change'); END;
