-- People who were let in, by the slot of their ticket, beside the places that are held.
ALTER TABLE held_places ADD COLUMN arrived INTEGER NOT NULL DEFAULT 0;

INSERT INTO held_places (visit_date, visit_slot, held, arrived)
SELECT visit_date, visit_slot, 0, count(*)
FROM tickets JOIN orders ON seq = order_seq
WHERE used_at IS NOT NULL GROUP BY visit_date, visit_slot
ON CONFLICT DO UPDATE SET arrived = excluded.arrived;

-- They stay counted when their order is refunded or deleted: they did arrive.
CREATE TRIGGER ticket_used AFTER UPDATE OF used_at ON tickets
WHEN old.used_at IS NULL AND new.used_at IS NOT NULL
BEGIN
  INSERT INTO held_places (visit_date, visit_slot, held, arrived)
  SELECT visit_date, visit_slot, 0, 1 FROM orders WHERE seq = new.order_seq
  ON CONFLICT DO UPDATE SET arrived = arrived + 1;
END;

-- With the tickets in it, what is sold in a month is read from the index alone.
DROP INDEX orders_by_visit;
CREATE INDEX orders_by_visit ON orders (visit_date, visit_slot, status, ticket_count);

-- Days that the zoo closed although there were bookings, and those bookings.
CREATE TABLE closures (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  visit_date TEXT NOT NULL,
  way        TEXT NOT NULL CHECK (way IN ('offer', 'cancel')),
  note       TEXT NOT NULL DEFAULT '',
  closed_by  TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE closure_orders (
  closure_id INTEGER NOT NULL REFERENCES closures (id) ON DELETE CASCADE,
  order_seq  INTEGER NOT NULL REFERENCES orders (seq) ON DELETE CASCADE,
  visit_slot TEXT NOT NULL CHECK (visit_slot IN ('morning', 'afternoon', 'evening')),
  PRIMARY KEY (closure_id, order_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX closure_orders_by_order ON closure_orders (order_seq);
