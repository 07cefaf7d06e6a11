-- Instants are UTC milliseconds, calendar days are 'YYYY-MM-DD' in the zoo's time zone, money is paise.

CREATE TABLE admins (
  id            TEXT PRIMARY KEY,
  name          TEXT NOT NULL CHECK (length(name) > 0),
  email         TEXT NOT NULL COLLATE NOCASE UNIQUE,
  password_hash TEXT NOT NULL,
  role          TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'editor')),
  active        INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  created_at    INTEGER NOT NULL,
  updated_at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- One sign-in on one device. Ending it ends every token that came from it.
CREATE TABLE sessions (
  id           TEXT PRIMARY KEY,
  admin_id     TEXT NOT NULL REFERENCES admins (id) ON DELETE CASCADE,
  user_agent   TEXT NOT NULL DEFAULT '',
  created_at   INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  expires_at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_admin ON sessions (admin_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- Refresh tokens are kept as hashes only; a rotated one stays, so that a second use is noticed.
CREATE TABLE refresh_tokens (
  hash       TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  rotated_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);

CREATE TABLE images (
  id         TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE image_files (
  image_id TEXT NOT NULL REFERENCES images (id) ON DELETE CASCADE,
  width    INTEGER NOT NULL CHECK (width > 0),
  height   INTEGER NOT NULL CHECK (height > 0),
  type     TEXT NOT NULL CHECK (type IN ('image/webp', 'image/avif', 'image/jpeg')),
  bytes    BLOB NOT NULL,
  PRIMARY KEY (image_id, width, type)
) STRICT;

CREATE TABLE animals (
  seq         INTEGER PRIMARY KEY AUTOINCREMENT,
  id          TEXT NOT NULL UNIQUE,
  name        TEXT NOT NULL CHECK (length(name) > 0),
  title       TEXT NOT NULL DEFAULT '',
  category    TEXT NOT NULL DEFAULT '',
  description TEXT NOT NULL,
  image_url   TEXT NOT NULL DEFAULT '',
  image_id    TEXT REFERENCES images (id),
  -- name, title, category and description without case and accents, for search
  search_text TEXT NOT NULL,
  created_at  INTEGER NOT NULL,
  updated_at  INTEGER NOT NULL
) STRICT;
CREATE INDEX animals_by_category ON animals (category COLLATE NOCASE);
CREATE INDEX animals_by_image ON animals (image_id);

CREATE TABLE messages (
  seq        INTEGER PRIMARY KEY AUTOINCREMENT,
  id         TEXT NOT NULL UNIQUE,
  name       TEXT NOT NULL CHECK (length(name) > 0),
  email      TEXT NOT NULL DEFAULT '',
  subject    TEXT NOT NULL DEFAULT '',
  body       TEXT NOT NULL CHECK (length(body) > 0),
  read       INTEGER NOT NULL DEFAULT 0 CHECK (read IN (0, 1)),
  archived   INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX messages_by_state ON messages (archived, read, seq);

CREATE TABLE orders (
  seq             INTEGER PRIMARY KEY AUTOINCREMENT,
  id              TEXT NOT NULL UNIQUE,
  visit_date      TEXT NOT NULL CHECK (visit_date GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  visit_slot      TEXT NOT NULL CHECK (visit_slot IN ('morning', 'afternoon', 'evening')),
  contact_name    TEXT NOT NULL,
  contact_email   TEXT NOT NULL,
  contact_phone   TEXT NOT NULL DEFAULT '',
  subtotal_paise  INTEGER NOT NULL CHECK (subtotal_paise >= 0),
  discount_paise  INTEGER NOT NULL DEFAULT 0 CHECK (discount_paise BETWEEN 0 AND subtotal_paise),
  total_paise     INTEGER NOT NULL CHECK (total_paise = subtotal_paise - discount_paise),
  promo_code      TEXT NOT NULL DEFAULT '',
  currency        TEXT NOT NULL DEFAULT 'INR' CHECK (currency = 'INR'),
  payment_method  TEXT NOT NULL CHECK (payment_method IN ('upi', 'card', 'cash')),
  status          TEXT NOT NULL DEFAULT 'pending'
                  CHECK (status IN ('pending', 'paid', 'cancelled', 'refunded')),
  status_reason   TEXT NOT NULL DEFAULT '',
  ticket_count    INTEGER NOT NULL CHECK (ticket_count BETWEEN 1 AND 30),
  -- until when an unpaid order keeps its places
  held_until      INTEGER NOT NULL,
  created_at      INTEGER NOT NULL,
  updated_at      INTEGER NOT NULL
) STRICT;
CREATE INDEX orders_by_status ON orders (status, seq);
CREATE INDEX orders_by_visit ON orders (visit_date, visit_slot, status);
CREATE INDEX orders_by_created ON orders (created_at);
CREATE INDEX orders_by_email ON orders (contact_email COLLATE NOCASE);
CREATE INDEX orders_unpaid ON orders (held_until) WHERE status = 'pending';

CREATE TABLE order_items (
  order_seq        INTEGER NOT NULL REFERENCES orders (seq) ON DELETE CASCADE,
  ticket_type      TEXT NOT NULL CHECK (ticket_type IN ('adult', 'child', 'senior')),
  quantity         INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 10),
  unit_price_paise INTEGER NOT NULL CHECK (unit_price_paise >= 0),
  PRIMARY KEY (order_seq, ticket_type)
) STRICT, WITHOUT ROWID;

-- One row per person. A voided ticket stays, so that its code is refused by name and never reused.
CREATE TABLE tickets (
  code        TEXT PRIMARY KEY,
  order_seq   INTEGER NOT NULL REFERENCES orders (seq) ON DELETE CASCADE,
  number      INTEGER NOT NULL CHECK (number >= 1),
  ticket_type TEXT NOT NULL CHECK (ticket_type IN ('adult', 'child', 'senior')),
  issued_at   INTEGER NOT NULL,
  voided_at   INTEGER,
  used_at     INTEGER,
  used_by     TEXT
) STRICT, WITHOUT ROWID;
-- Whatever races: an order never has two living tickets with the same number.
CREATE UNIQUE INDEX tickets_living ON tickets (order_seq, number) WHERE voided_at IS NULL;
CREATE INDEX tickets_by_order ON tickets (order_seq);
CREATE INDEX tickets_by_use ON tickets (used_at) WHERE used_at IS NOT NULL;

-- Places taken by pending and paid orders; changed only together with the order.
CREATE TABLE held_places (
  visit_date TEXT NOT NULL,
  visit_slot TEXT NOT NULL CHECK (visit_slot IN ('morning', 'afternoon', 'evening')),
  held       INTEGER NOT NULL CHECK (held >= 0),
  PRIMARY KEY (visit_date, visit_slot)
) STRICT, WITHOUT ROWID;

-- How many places there are: a dated exception, else the weekly pattern, else the default setting. 0 is closed.
CREATE TABLE weekly_capacity (
  weekday    INTEGER NOT NULL CHECK (weekday BETWEEN 0 AND 6),
  visit_slot TEXT NOT NULL CHECK (visit_slot IN ('morning', 'afternoon', 'evening')),
  capacity   INTEGER NOT NULL CHECK (capacity >= 0),
  PRIMARY KEY (weekday, visit_slot)
) STRICT, WITHOUT ROWID;

CREATE TABLE dated_capacity (
  visit_date TEXT NOT NULL,
  visit_slot TEXT NOT NULL CHECK (visit_slot IN ('morning', 'afternoon', 'evening')),
  capacity   INTEGER NOT NULL CHECK (capacity >= 0),
  note       TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (visit_date, visit_slot)
) STRICT, WITHOUT ROWID;

-- Written in the transaction of its order, so that no crash leaves one without the other.
CREATE TABLE idempotency_keys (
  key        TEXT PRIMARY KEY,
  body_hash  TEXT NOT NULL,
  order_seq  INTEGER NOT NULL REFERENCES orders (seq) ON DELETE CASCADE,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_keys_by_order ON idempotency_keys (order_seq);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

CREATE TABLE outbox (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  kind            TEXT NOT NULL,
  order_seq       INTEGER REFERENCES orders (seq) ON DELETE SET NULL,
  recipient       TEXT NOT NULL,
  payload         TEXT NOT NULL CHECK (json_valid(payload)),
  attempts        INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER NOT NULL,
  last_error      TEXT NOT NULL DEFAULT '',
  sent_at         INTEGER,
  created_at      INTEGER NOT NULL
) STRICT;
CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE sent_at IS NULL;
CREATE INDEX outbox_by_order ON outbox (order_seq);

-- What staff and visitors changed. Rows are only ever added, each one chained to the row before.
CREATE TABLE audit (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  at         INTEGER NOT NULL,
  actor_id   TEXT,
  actor_name TEXT NOT NULL,
  action     TEXT NOT NULL,
  target     TEXT NOT NULL,
  before     TEXT CHECK (before IS NULL OR json_valid(before)),
  after      TEXT CHECK (after IS NULL OR json_valid(after)),
  hash       TEXT NOT NULL
) STRICT;
CREATE INDEX audit_by_target ON audit (target, id);
CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit
BEGIN
  SELECT raise(ABORT, 'audit rows are never changed');
END;
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit
BEGIN
  SELECT raise(ABORT, 'audit rows are never removed');
END;

-- What owners set on screens, and the keys that the site made for itself.
CREATE TABLE settings (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE secrets (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
