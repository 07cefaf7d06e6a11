-- Slots, ticket types, prices and promo codes are the owner's rows. The first rows are the specification's.
CREATE TABLE slots (
  id    TEXT PRIMARY KEY,
  label TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO slots VALUES ('morning', 'Morning'), ('afternoon', 'Afternoon'), ('evening', 'Evening');

-- The hours of a slot from a day on, in minutes of the zoo's day; without hours it is not offered.
CREATE TABLE slot_times (
  slot_id    TEXT NOT NULL REFERENCES slots (id),
  valid_from TEXT NOT NULL,
  starts     INTEGER CHECK (starts BETWEEN 0 AND 1439),
  ends       INTEGER CHECK (ends BETWEEN starts + 1 AND 1440),
  CHECK ((starts IS NULL) = (ends IS NULL)),
  PRIMARY KEY (slot_id, valid_from)
) STRICT, WITHOUT ROWID;
INSERT INTO slot_times VALUES ('morning', '', 540, 720), ('afternoon', '', 720, 900), ('evening', '', 900, 1080);

-- A type that takes no place is an extra: no ticket is issued for it.
CREATE TABLE ticket_types (
  id             TEXT PRIMARY KEY,
  label          TEXT NOT NULL,
  note           TEXT NOT NULL DEFAULT '',
  price_paise    INTEGER NOT NULL CHECK (price_paise >= 0),
  takes_place    INTEGER NOT NULL DEFAULT 1,
  needs_adult    INTEGER NOT NULL DEFAULT 0,
  most_per_order INTEGER NOT NULL DEFAULT 10 CHECK (most_per_order BETWEEN 1 AND 50),
  counter_only   INTEGER NOT NULL DEFAULT 0,
  slot_stock     INTEGER CHECK (slot_stock >= 0),
  position       INTEGER NOT NULL,
  active         INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;
INSERT INTO ticket_types (id, label, note, price_paise, position) VALUES
  ('adult', 'Adult', '', 2000, 1), ('child', 'Child', '', 1000, 2),
  ('senior', 'Senior', 'senior discount', 1500, 3);

-- The first by position that fits sets the price. Weekdays are bits, Sunday is 1; empty lists and days mean all.
CREATE TABLE price_rules (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  position     INTEGER NOT NULL,
  name         TEXT NOT NULL,
  ticket_types TEXT NOT NULL CHECK (json_valid(ticket_types)),
  slots        TEXT NOT NULL CHECK (json_valid(slots)),
  weekdays     INTEGER NOT NULL DEFAULT 127 CHECK (weekdays BETWEEN 1 AND 127),
  first_day    TEXT NOT NULL DEFAULT '',
  last_day     TEXT NOT NULL DEFAULT '',
  price_paise  INTEGER CHECK (price_paise >= 0),
  percent      INTEGER CHECK (percent BETWEEN 0 AND 1000),
  active       INTEGER NOT NULL DEFAULT 1,
  CHECK ((price_paise IS NULL) <> (percent IS NULL))
) STRICT;

CREATE TABLE promo_codes (
  code           TEXT PRIMARY KEY,
  percent        INTEGER CHECK (percent BETWEEN 1 AND 100),
  amount_paise   INTEGER CHECK (amount_paise > 0),
  ticket_types   TEXT NOT NULL CHECK (json_valid(ticket_types)),
  weekdays       INTEGER NOT NULL DEFAULT 127 CHECK (weekdays BETWEEN 1 AND 127),
  sale_from      TEXT NOT NULL DEFAULT '',
  sale_to        TEXT NOT NULL DEFAULT '',
  visit_from     TEXT NOT NULL DEFAULT '',
  visit_to       TEXT NOT NULL DEFAULT '',
  least_paise    INTEGER NOT NULL DEFAULT 0 CHECK (least_paise >= 0),
  uses           INTEGER CHECK (uses >= 1),
  uses_per_email INTEGER CHECK (uses_per_email >= 1),
  active         INTEGER NOT NULL DEFAULT 1,
  created_at     INTEGER NOT NULL,
  CHECK ((percent IS NULL) <> (amount_paise IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO promo_codes (code, percent, ticket_types, created_at) VALUES ('ZOO10', 10, '[]', 0);

DROP TRIGGER ticket_used;

CREATE TABLE new_orders (
  seq             INTEGER PRIMARY KEY AUTOINCREMENT,
  id              TEXT NOT NULL UNIQUE,
  visit_date      TEXT NOT NULL CHECK (visit_date GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  visit_slot      TEXT NOT NULL REFERENCES slots (id),
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
  ticket_count    INTEGER NOT NULL CHECK (ticket_count BETWEEN 1 AND 10000),
  expires_at      INTEGER NOT NULL,
  created_at      INTEGER NOT NULL,
  updated_at      INTEGER NOT NULL,
  placed_on       TEXT NOT NULL DEFAULT '',
  refund_due      INTEGER NOT NULL DEFAULT 0
                  CHECK (refund_due = 0 OR (refund_due = 1 AND status IN ('cancelled', 'refunded'))),
  link_version    INTEGER NOT NULL DEFAULT 0,
  network         TEXT NOT NULL DEFAULT '',
  confirmed       INTEGER NOT NULL DEFAULT 1
) STRICT;
INSERT INTO new_orders SELECT
  seq, id, visit_date, visit_slot, contact_name, contact_email, contact_phone, subtotal_paise, discount_paise,
  total_paise, promo_code, currency, payment_method, status, status_reason, ticket_count, expires_at, created_at,
  updated_at, placed_on, refund_due, link_version, network, confirmed
FROM orders;
DELETE FROM sqlite_sequence WHERE name = 'new_orders';
INSERT INTO sqlite_sequence SELECT 'new_orders', seq FROM sqlite_sequence WHERE name = 'orders';
DROP TABLE orders;
ALTER TABLE new_orders RENAME TO orders;

CREATE INDEX orders_by_email ON orders (contact_email COLLATE NOCASE);
CREATE INDEX orders_unpaid ON orders (expires_at) WHERE status = 'pending';
CREATE INDEX orders_by_time ON orders (created_at, seq, status, payment_method);
CREATE INDEX orders_by_status ON orders (status, created_at DESC, seq DESC);
CREATE INDEX orders_by_visit ON orders (visit_date, visit_slot, status, ticket_count, created_at);
CREATE INDEX orders_by_total ON orders (total_paise, created_at, seq);
CREATE INDEX orders_erased ON orders (visit_date) WHERE contact_email = '';
CREATE INDEX orders_owed ON orders (created_at, seq, total_paise) WHERE refund_due = 1;
CREATE INDEX orders_unpaid_visits ON orders (visit_date, visit_slot, ticket_count, network) WHERE status = 'pending';
CREATE INDEX orders_unpaid_emails ON orders (contact_email COLLATE NOCASE, ticket_count) WHERE status = 'pending';
CREATE INDEX orders_by_promo ON orders (promo_code, contact_email COLLATE NOCASE)
  WHERE promo_code <> '' AND status IN ('pending', 'paid');

CREATE TABLE new_order_items (
  order_seq        INTEGER NOT NULL REFERENCES orders (seq) ON DELETE CASCADE,
  ticket_type      TEXT NOT NULL REFERENCES ticket_types (id),
  quantity         INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 1000),
  unit_price_paise INTEGER NOT NULL CHECK (unit_price_paise >= 0),
  rule_name        TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (order_seq, ticket_type)
) STRICT, WITHOUT ROWID;
INSERT INTO new_order_items SELECT order_seq, ticket_type, quantity, unit_price_paise, '' FROM order_items;
DROP TABLE order_items;
ALTER TABLE new_order_items RENAME TO order_items;

CREATE TABLE new_tickets (
  code        TEXT PRIMARY KEY,
  order_seq   INTEGER NOT NULL REFERENCES orders (seq) ON DELETE CASCADE,
  number      INTEGER NOT NULL CHECK (number >= 1),
  ticket_type TEXT NOT NULL REFERENCES ticket_types (id),
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

CREATE TABLE new_slot_occupancy (
  visit_date TEXT NOT NULL,
  visit_slot TEXT NOT NULL REFERENCES slots (id),
  held       INTEGER NOT NULL CHECK (held >= 0),
  arrived    INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (visit_date, visit_slot)
) STRICT, WITHOUT ROWID;
INSERT INTO new_slot_occupancy SELECT * FROM slot_occupancy;
DROP TABLE slot_occupancy;
ALTER TABLE new_slot_occupancy RENAME TO slot_occupancy;

CREATE TABLE new_weekday_capacity (
  weekday    INTEGER NOT NULL CHECK (weekday BETWEEN 0 AND 6),
  visit_slot TEXT NOT NULL REFERENCES slots (id),
  capacity   INTEGER NOT NULL CHECK (capacity >= 0),
  PRIMARY KEY (weekday, visit_slot)
) STRICT, WITHOUT ROWID;
INSERT INTO new_weekday_capacity SELECT * FROM weekday_capacity;
DROP TABLE weekday_capacity;
ALTER TABLE new_weekday_capacity RENAME TO weekday_capacity;

CREATE TABLE new_capacity_overrides (
  visit_date TEXT NOT NULL,
  visit_slot TEXT NOT NULL REFERENCES slots (id),
  capacity   INTEGER NOT NULL CHECK (capacity >= 0),
  note       TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (visit_date, visit_slot)
) STRICT, WITHOUT ROWID;
INSERT INTO new_capacity_overrides SELECT * FROM capacity_overrides;
DROP TABLE capacity_overrides;
ALTER TABLE new_capacity_overrides RENAME TO capacity_overrides;

CREATE TABLE new_closure_orders (
  closure_id INTEGER NOT NULL REFERENCES closures (id) ON DELETE CASCADE,
  order_seq  INTEGER NOT NULL REFERENCES orders (seq) ON DELETE CASCADE,
  visit_slot TEXT NOT NULL REFERENCES slots (id),
  PRIMARY KEY (closure_id, order_seq)
) STRICT, WITHOUT ROWID;
INSERT INTO new_closure_orders SELECT * FROM closure_orders;
DROP TABLE closure_orders;
ALTER TABLE new_closure_orders RENAME TO closure_orders;
CREATE INDEX closure_orders_by_order ON closure_orders (order_seq);

-- Tickets and extras of the orders placed on a day; maintained by triggers.
CREATE TABLE sales_by_type (
  day         TEXT NOT NULL,
  status      TEXT NOT NULL,
  ticket_type TEXT NOT NULL,
  quantity    INTEGER NOT NULL CHECK (quantity >= 0),
  PRIMARY KEY (day, status, ticket_type)
) STRICT, WITHOUT ROWID;
INSERT INTO sales_by_type SELECT day, status, 'adult', sum(adults) FROM sales GROUP BY day, status HAVING sum(adults) > 0;
INSERT INTO sales_by_type SELECT day, status, 'child', sum(children) FROM sales GROUP BY day, status HAVING sum(children) > 0;
INSERT INTO sales_by_type SELECT day, status, 'senior', sum(seniors) FROM sales GROUP BY day, status HAVING sum(seniors) > 0;
ALTER TABLE sales DROP COLUMN adults;
ALTER TABLE sales DROP COLUMN children;
ALTER TABLE sales DROP COLUMN seniors;

CREATE TRIGGER sales_of_new_order AFTER INSERT ON orders
BEGIN
  INSERT INTO sales VALUES (new.placed_on, new.status, new.payment_method, 1, new.total_paise)
  ON CONFLICT DO UPDATE SET orders = orders + 1, paise = paise + excluded.paise;
END;
CREATE TRIGGER sales_of_changed_order AFTER UPDATE OF placed_on, status, payment_method, total_paise ON orders
BEGIN
  UPDATE sales SET orders = orders - 1, paise = paise - old.total_paise
  WHERE day = old.placed_on AND status = old.status AND payment_method = old.payment_method;
  INSERT INTO sales VALUES (new.placed_on, new.status, new.payment_method, 1, new.total_paise)
  ON CONFLICT DO UPDATE SET orders = orders + 1, paise = paise + excluded.paise;
END;
CREATE TRIGGER sales_of_gone_order AFTER DELETE ON orders
BEGIN
  UPDATE sales SET orders = orders - 1, paise = paise - old.total_paise
  WHERE day = old.placed_on AND status = old.status AND payment_method = old.payment_method;
END;
CREATE TRIGGER types_of_new_item AFTER INSERT ON order_items
BEGIN
  INSERT INTO sales_by_type
  SELECT placed_on, status, new.ticket_type, new.quantity FROM orders WHERE seq = new.order_seq
  ON CONFLICT DO UPDATE SET quantity = quantity + excluded.quantity;
END;
-- Not when the order itself is deleted: it is gone by then, and its items were subtracted before.
CREATE TRIGGER types_of_gone_item AFTER DELETE ON order_items
BEGIN
  UPDATE sales_by_type SET quantity = quantity - old.quantity
  WHERE ticket_type = old.ticket_type
    AND (day, status) = (SELECT placed_on, status FROM orders WHERE seq = old.order_seq);
END;
CREATE TRIGGER types_of_changed_order AFTER UPDATE OF placed_on, status ON orders
WHEN old.placed_on <> new.placed_on OR old.status <> new.status
BEGIN
  UPDATE sales_by_type SET quantity = sales_by_type.quantity - order_items.quantity FROM order_items
  WHERE order_seq = old.seq AND sales_by_type.ticket_type = order_items.ticket_type
    AND day = old.placed_on AND status = old.status;
  INSERT INTO sales_by_type
  SELECT new.placed_on, new.status, ticket_type, quantity FROM order_items WHERE order_seq = new.seq
  ON CONFLICT DO UPDATE SET quantity = quantity + excluded.quantity;
END;
CREATE TRIGGER types_of_gone_order BEFORE DELETE ON orders
BEGIN
  UPDATE sales_by_type SET quantity = sales_by_type.quantity - order_items.quantity FROM order_items
  WHERE order_seq = old.seq AND sales_by_type.ticket_type = order_items.ticket_type
    AND day = old.placed_on AND status = old.status;
END;
CREATE TRIGGER order_items_no_update BEFORE UPDATE ON order_items
BEGIN
  SELECT raise(ABORT, 'order items are replaced, never changed');
END;
CREATE TRIGGER order_search_changed AFTER UPDATE OF contact_name, contact_email, payment_method, status ON orders
BEGIN
  INSERT INTO order_search_queue VALUES (new.seq) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER order_search_personal_data AFTER UPDATE OF contact_name, contact_email ON orders
WHEN old.contact_name <> new.contact_name OR old.contact_email <> new.contact_email
BEGIN
  INSERT INTO search_purge_queue VALUES ('order_search', 1)
  ON CONFLICT DO UPDATE SET requests = requests + 1;
END;
CREATE TRIGGER order_search_deleted AFTER DELETE ON orders
BEGIN
  INSERT INTO order_search_queue VALUES (old.seq) ON CONFLICT DO NOTHING;
  INSERT INTO search_purge_queue VALUES ('order_search', 1)
  ON CONFLICT DO UPDATE SET requests = requests + 1;
END;
CREATE TRIGGER ticket_used AFTER UPDATE OF used_at ON tickets
WHEN old.used_at IS NULL AND new.used_at IS NOT NULL
BEGIN
  INSERT INTO slot_occupancy (visit_date, visit_slot, held, arrived)
  SELECT visit_date, visit_slot, 0, 1 FROM orders WHERE seq = new.order_seq
  ON CONFLICT DO UPDATE SET arrived = arrived + 1;
END;
