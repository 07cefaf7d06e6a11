-- How many tickets of each type an order has. Triggers keep them in step with order_items, so that reports
-- need not look up the items of every order there is.
ALTER TABLE orders ADD COLUMN adult_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN child_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN senior_count INTEGER NOT NULL DEFAULT 0;

UPDATE orders SET
  adult_count  = (SELECT coalesce(sum(quantity), 0) FROM order_items WHERE order_seq = seq AND ticket_type = 'adult'),
  child_count  = (SELECT coalesce(sum(quantity), 0) FROM order_items WHERE order_seq = seq AND ticket_type = 'child'),
  senior_count = (SELECT coalesce(sum(quantity), 0) FROM order_items WHERE order_seq = seq AND ticket_type = 'senior');

CREATE TRIGGER order_items_added AFTER INSERT ON order_items
BEGIN
  UPDATE orders SET
    adult_count  = adult_count  + iif(new.ticket_type = 'adult', new.quantity, 0),
    child_count  = child_count  + iif(new.ticket_type = 'child', new.quantity, 0),
    senior_count = senior_count + iif(new.ticket_type = 'senior', new.quantity, 0)
  WHERE seq = new.order_seq;
END;
CREATE TRIGGER order_items_removed AFTER DELETE ON order_items
BEGIN
  UPDATE orders SET
    adult_count  = adult_count  - iif(old.ticket_type = 'adult', old.quantity, 0),
    child_count  = child_count  - iif(old.ticket_type = 'child', old.quantity, 0),
    senior_count = senior_count - iif(old.ticket_type = 'senior', old.quantity, 0)
  WHERE seq = old.order_seq;
END;
CREATE TRIGGER order_items_no_update BEFORE UPDATE ON order_items
BEGIN
  SELECT raise(ABORT, 'order items are replaced, never changed');
END;

-- Everything a report adds up, so that it reads this and not the orders.
CREATE INDEX orders_for_reports ON orders
  (status, created_at, total_paise, payment_method, adult_count, child_count, senior_count);
