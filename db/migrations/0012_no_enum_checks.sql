-- Removes the CHECKs that list the values of an enum. The application validates these values, and a new value must
-- not need a table rebuild. All other constraints stay. SQLite cannot drop a CHECK, so each table is rebuilt with its
-- columns in the same order. migrate() disables foreign keys meanwhile, or DROP TABLE would delete by cascade.

-- ALTER TABLE … RENAME fails while any trigger refers to a missing table.
DROP TRIGGER ticket_used;
DROP TRIGGER order_items_no_update;
DROP TRIGGER sales_of_new_order;
DROP TRIGGER sales_of_changed_order;
DROP TRIGGER sales_of_gone_order;
DROP TRIGGER order_words_changed;
DROP TRIGGER order_words_gone;
DROP TRIGGER order_words_to_rewrite;
DROP TRIGGER order_words_to_rewrite_of_gone;
DROP TRIGGER sales_new;
DROP TRIGGER sales_changed;

CREATE TABLE new_admins (
  id            TEXT PRIMARY KEY,
  name          TEXT NOT NULL CHECK (length(name) > 0),
  email         TEXT NOT NULL COLLATE NOCASE UNIQUE,
  password_hash TEXT NOT NULL,
  role          TEXT NOT NULL,
  active        INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  created_at    INTEGER NOT NULL,
  updated_at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO new_admins SELECT * FROM admins;
DROP TABLE admins;
ALTER TABLE new_admins RENAME TO admins;

CREATE TABLE new_image_files (
  image_id TEXT NOT NULL REFERENCES images (id) ON DELETE CASCADE,
  width    INTEGER NOT NULL CHECK (width > 0),
  height   INTEGER NOT NULL CHECK (height > 0),
  type     TEXT NOT NULL,
  bytes    BLOB NOT NULL,
  PRIMARY KEY (image_id, width, type)
) STRICT;
INSERT INTO new_image_files SELECT * FROM image_files;
DROP TABLE image_files;
ALTER TABLE new_image_files RENAME TO image_files;

CREATE TABLE new_orders (
  seq             INTEGER PRIMARY KEY AUTOINCREMENT,
  id              TEXT NOT NULL UNIQUE,
  visit_date      TEXT NOT NULL CHECK (visit_date GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  visit_slot      TEXT NOT NULL,
  contact_name    TEXT NOT NULL,
  contact_email   TEXT NOT NULL,
  contact_phone   TEXT NOT NULL DEFAULT '',
  subtotal_paise  INTEGER NOT NULL CHECK (subtotal_paise >= 0),
  discount_paise  INTEGER NOT NULL DEFAULT 0 CHECK (discount_paise BETWEEN 0 AND subtotal_paise),
  total_paise     INTEGER NOT NULL CHECK (total_paise = subtotal_paise - discount_paise),
  promo_code      TEXT NOT NULL DEFAULT '',
  currency        TEXT NOT NULL DEFAULT 'INR' CHECK (currency = 'INR'),
  payment_method  TEXT NOT NULL,
  status          TEXT NOT NULL DEFAULT 'pending',
  status_reason   TEXT NOT NULL DEFAULT '',
  ticket_count    INTEGER NOT NULL CHECK (ticket_count BETWEEN 1 AND 30),
  held_until      INTEGER NOT NULL,
  created_at      INTEGER NOT NULL,
  updated_at      INTEGER NOT NULL,
  adult_count     INTEGER NOT NULL DEFAULT 0,
  child_count     INTEGER NOT NULL DEFAULT 0,
  senior_count    INTEGER NOT NULL DEFAULT 0,
  placed_on       TEXT NOT NULL DEFAULT '',
  owed            INTEGER NOT NULL DEFAULT 0
                  CHECK (owed = 0 OR (owed = 1 AND status IN ('cancelled', 'refunded')))
) STRICT;
INSERT INTO new_orders SELECT * FROM orders;
-- The copy counts from its highest row; a deleted order's number must not be assigned again.
DELETE FROM sqlite_sequence WHERE name = 'new_orders';
INSERT INTO sqlite_sequence SELECT 'new_orders', seq FROM sqlite_sequence WHERE name = 'orders';
DROP TABLE orders;
ALTER TABLE new_orders RENAME TO orders;

CREATE INDEX orders_by_email ON orders (contact_email COLLATE NOCASE);
CREATE INDEX orders_unpaid ON orders (held_until) WHERE status = 'pending';
CREATE INDEX orders_by_time ON orders (created_at, seq, status, payment_method);
CREATE INDEX orders_by_status ON orders (status, created_at DESC, seq DESC);
CREATE INDEX orders_by_visit ON orders (visit_date, visit_slot, status, ticket_count, created_at);
CREATE INDEX orders_by_total ON orders (total_paise, created_at, seq);
CREATE INDEX orders_unpaid_visits ON orders (visit_date, visit_slot, ticket_count) WHERE status = 'pending';
CREATE INDEX orders_erased ON orders (visit_date) WHERE contact_email = '';
CREATE INDEX orders_owed ON orders (created_at, seq, total_paise) WHERE owed = 1;

CREATE TABLE new_order_items (
  order_seq        INTEGER NOT NULL REFERENCES orders (seq) ON DELETE CASCADE,
  ticket_type      TEXT NOT NULL,
  quantity         INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 10),
  unit_price_paise INTEGER NOT NULL CHECK (unit_price_paise >= 0),
  PRIMARY KEY (order_seq, ticket_type)
) STRICT, WITHOUT ROWID;
INSERT INTO new_order_items SELECT * FROM order_items;
DROP TABLE order_items;
ALTER TABLE new_order_items RENAME TO order_items;

CREATE TABLE new_tickets (
  code        TEXT PRIMARY KEY,
  order_seq   INTEGER NOT NULL REFERENCES orders (seq) ON DELETE CASCADE,
  number      INTEGER NOT NULL CHECK (number >= 1),
  ticket_type TEXT NOT NULL,
  issued_at   INTEGER NOT NULL,
  voided_at   INTEGER,
  used_at     INTEGER,
  used_by     TEXT
) STRICT, WITHOUT ROWID;
INSERT INTO new_tickets SELECT * FROM tickets;
DROP TABLE tickets;
ALTER TABLE new_tickets RENAME TO tickets;

CREATE UNIQUE INDEX tickets_living ON tickets (order_seq, number) WHERE voided_at IS NULL;
CREATE INDEX tickets_by_use ON tickets (used_at) WHERE used_at IS NOT NULL;
CREATE INDEX tickets_by_order ON tickets (order_seq, voided_at, used_at);

CREATE TABLE new_held_places (
  visit_date TEXT NOT NULL,
  visit_slot TEXT NOT NULL,
  held       INTEGER NOT NULL CHECK (held >= 0),
  arrived    INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (visit_date, visit_slot)
) STRICT, WITHOUT ROWID;
INSERT INTO new_held_places SELECT * FROM held_places;
DROP TABLE held_places;
ALTER TABLE new_held_places RENAME TO held_places;

CREATE TABLE new_weekly_capacity (
  weekday    INTEGER NOT NULL CHECK (weekday BETWEEN 0 AND 6),
  visit_slot TEXT NOT NULL,
  capacity   INTEGER NOT NULL CHECK (capacity >= 0),
  PRIMARY KEY (weekday, visit_slot)
) STRICT, WITHOUT ROWID;
INSERT INTO new_weekly_capacity SELECT * FROM weekly_capacity;
DROP TABLE weekly_capacity;
ALTER TABLE new_weekly_capacity RENAME TO weekly_capacity;

CREATE TABLE new_dated_capacity (
  visit_date TEXT NOT NULL,
  visit_slot TEXT NOT NULL,
  capacity   INTEGER NOT NULL CHECK (capacity >= 0),
  note       TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (visit_date, visit_slot)
) STRICT, WITHOUT ROWID;
INSERT INTO new_dated_capacity SELECT * FROM dated_capacity;
DROP TABLE dated_capacity;
ALTER TABLE new_dated_capacity RENAME TO dated_capacity;

CREATE TABLE new_outbox (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  kind            TEXT NOT NULL,
  order_seq       INTEGER REFERENCES orders (seq) ON DELETE SET NULL,
  recipient       TEXT NOT NULL,
  payload         TEXT NOT NULL CHECK (json_valid(payload)),
  attempts        INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER NOT NULL,
  last_error      TEXT NOT NULL DEFAULT '',
  sent_at         INTEGER,
  created_at      INTEGER NOT NULL,
  state           TEXT NOT NULL DEFAULT 'waiting'
) STRICT;
INSERT INTO new_outbox SELECT * FROM outbox;
DELETE FROM sqlite_sequence WHERE name = 'new_outbox';
INSERT INTO sqlite_sequence SELECT 'new_outbox', seq FROM sqlite_sequence WHERE name = 'outbox';
DROP TABLE outbox;
ALTER TABLE new_outbox RENAME TO outbox;

CREATE INDEX outbox_by_order ON outbox (order_seq);
CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE state = 'waiting';
CREATE INDEX outbox_by_state ON outbox (state, id);
CREATE INDEX outbox_by_age ON outbox (created_at);
CREATE INDEX outbox_link_requests ON outbox (recipient COLLATE NOCASE, created_at) WHERE kind = 'links';
CREATE INDEX outbox_by_recipient ON outbox (recipient COLLATE NOCASE);

CREATE TABLE new_gate_scans (
  key          TEXT PRIMARY KEY,
  code         TEXT NOT NULL,
  verdict      TEXT NOT NULL,
  answer       TEXT NOT NULL CHECK (json_valid(answer)),
  admitted     INTEGER NOT NULL CHECK (admitted >= 0),
  ahead        INTEGER NOT NULL CHECK (ahead >= 0),
  scanned_at   INTEGER NOT NULL,
  received_at  INTEGER NOT NULL,
  admin_id     TEXT NOT NULL,
  dismissed_at INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO new_gate_scans SELECT * FROM gate_scans;
DROP TABLE gate_scans;
ALTER TABLE new_gate_scans RENAME TO gate_scans;

CREATE INDEX gate_scans_by_age ON gate_scans (received_at);
CREATE INDEX gate_conflicts ON gate_scans (received_at)
  WHERE ahead > admitted AND dismissed_at IS NULL;

CREATE TABLE new_closures (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  visit_date TEXT NOT NULL,
  way        TEXT NOT NULL,
  note       TEXT NOT NULL DEFAULT '',
  closed_by  TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
INSERT INTO new_closures SELECT * FROM closures;
DELETE FROM sqlite_sequence WHERE name = 'new_closures';
INSERT INTO sqlite_sequence SELECT 'new_closures', seq FROM sqlite_sequence WHERE name = 'closures';
DROP TABLE closures;
ALTER TABLE new_closures RENAME TO closures;

CREATE TABLE new_closure_orders (
  closure_id INTEGER NOT NULL REFERENCES closures (id) ON DELETE CASCADE,
  order_seq  INTEGER NOT NULL REFERENCES orders (seq) ON DELETE CASCADE,
  visit_slot TEXT NOT NULL,
  PRIMARY KEY (closure_id, order_seq)
) STRICT, WITHOUT ROWID;
INSERT INTO new_closure_orders SELECT * FROM closure_orders;
DROP TABLE closure_orders;
ALTER TABLE new_closure_orders RENAME TO closure_orders;
CREATE INDEX closure_orders_by_order ON closure_orders (order_seq);

CREATE TABLE new_sales (
  day            TEXT NOT NULL,
  status         TEXT NOT NULL,
  payment_method TEXT NOT NULL,
  orders         INTEGER NOT NULL CHECK (orders >= 0),
  paise          INTEGER NOT NULL,
  adults         INTEGER NOT NULL,
  children       INTEGER NOT NULL,
  seniors        INTEGER NOT NULL,
  PRIMARY KEY (day, status, payment_method)
) STRICT, WITHOUT ROWID;
INSERT INTO new_sales SELECT * FROM sales;
DROP TABLE sales;
ALTER TABLE new_sales RENAME TO sales;

CREATE TABLE new_sales_of_all_days (
  status         TEXT NOT NULL,
  payment_method TEXT NOT NULL,
  orders         INTEGER NOT NULL CHECK (orders >= 0),
  paise          INTEGER NOT NULL,
  adults         INTEGER NOT NULL,
  children       INTEGER NOT NULL,
  seniors        INTEGER NOT NULL,
  PRIMARY KEY (status, payment_method)
) STRICT, WITHOUT ROWID;
INSERT INTO new_sales_of_all_days SELECT * FROM sales_of_all_days;
DROP TABLE sales_of_all_days;
ALTER TABLE new_sales_of_all_days RENAME TO sales_of_all_days;

CREATE TRIGGER ticket_used AFTER UPDATE OF used_at ON tickets
WHEN old.used_at IS NULL AND new.used_at IS NOT NULL
BEGIN
  INSERT INTO held_places (visit_date, visit_slot, held, arrived)
  SELECT visit_date, visit_slot, 0, 1 FROM orders WHERE seq = new.order_seq
  ON CONFLICT DO UPDATE SET arrived = arrived + 1;
END;
CREATE TRIGGER order_items_no_update BEFORE UPDATE ON order_items
BEGIN
  SELECT raise(ABORT, 'order items are replaced, never changed');
END;
CREATE TRIGGER sales_of_new_order AFTER INSERT ON orders
BEGIN
  INSERT INTO sales VALUES (new.placed_on, new.status, new.payment_method, 1,
                            new.total_paise, new.adult_count, new.child_count, new.senior_count)
  ON CONFLICT DO UPDATE SET
    orders = orders + 1, paise = paise + excluded.paise, adults = adults + excluded.adults,
    children = children + excluded.children, seniors = seniors + excluded.seniors;
END;
CREATE TRIGGER sales_of_changed_order
AFTER UPDATE OF placed_on, status, payment_method, total_paise, adult_count, child_count, senior_count ON orders
BEGIN
  UPDATE sales SET
    orders = orders - 1, paise = paise - old.total_paise, adults = adults - old.adult_count,
    children = children - old.child_count, seniors = seniors - old.senior_count
  WHERE day = old.placed_on AND status = old.status AND payment_method = old.payment_method;
  INSERT INTO sales VALUES (new.placed_on, new.status, new.payment_method, 1,
                            new.total_paise, new.adult_count, new.child_count, new.senior_count)
  ON CONFLICT DO UPDATE SET
    orders = orders + 1, paise = paise + excluded.paise, adults = adults + excluded.adults,
    children = children + excluded.children, seniors = seniors + excluded.seniors;
END;
CREATE TRIGGER sales_of_gone_order AFTER DELETE ON orders
BEGIN
  UPDATE sales SET
    orders = orders - 1, paise = paise - old.total_paise, adults = adults - old.adult_count,
    children = children - old.child_count, seniors = seniors - old.senior_count
  WHERE day = old.placed_on AND status = old.status AND payment_method = old.payment_method;
END;
CREATE TRIGGER order_words_changed
AFTER UPDATE OF contact_name, contact_email, payment_method, status ON orders
BEGIN
  INSERT INTO stale_order_words VALUES (new.seq) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER order_words_gone AFTER DELETE ON orders
BEGIN
  INSERT INTO stale_order_words VALUES (old.seq) ON CONFLICT DO NOTHING;
END;
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

-- Inserts the row of a status and payment method with its first order.
CREATE TRIGGER sales_new AFTER INSERT ON sales
BEGIN
  INSERT INTO sales_of_all_days VALUES (new.status, new.payment_method, new.orders,
                                        new.paise, new.adults, new.children, new.seniors)
  ON CONFLICT DO UPDATE SET
    orders = orders + excluded.orders, paise = paise + excluded.paise, adults = adults + excluded.adults,
    children = children + excluded.children, seniors = seniors + excluded.seniors;
END;
CREATE TRIGGER sales_changed AFTER UPDATE ON sales
BEGIN
  UPDATE sales_of_all_days SET
    orders = orders + new.orders - old.orders, paise = paise + new.paise - old.paise,
    adults = adults + new.adults - old.adults, children = children + new.children - old.children,
    seniors = seniors + new.seniors - old.seniors
  WHERE status = new.status AND payment_method = new.payment_method;
END;
