-- What keeps screens fast however many orders there are.

-- The day on which an order was placed, as the zoo counts days; the site fills it in for orders made before.
ALTER TABLE orders ADD COLUMN placed_on TEXT NOT NULL DEFAULT '';

-- The counts are written with the order from now on.
DROP TRIGGER order_items_added;
DROP TRIGGER order_items_removed;

-- Every figure of the back office adds up a few of these rows instead of all orders.
CREATE TABLE sales (
  day            TEXT NOT NULL,
  status         TEXT NOT NULL CHECK (status IN ('pending', 'paid', 'cancelled', 'refunded')),
  payment_method TEXT NOT NULL CHECK (payment_method IN ('upi', 'card', 'cash')),
  orders         INTEGER NOT NULL CHECK (orders >= 0),
  paise          INTEGER NOT NULL,
  adults         INTEGER NOT NULL,
  children       INTEGER NOT NULL,
  seniors        INTEGER NOT NULL,
  PRIMARY KEY (day, status, payment_method)
) STRICT, WITHOUT ROWID;

INSERT INTO sales
SELECT placed_on, status, payment_method, count(*), sum(total_paise), sum(adult_count), sum(child_count), sum(senior_count)
FROM orders GROUP BY placed_on, status, payment_method;

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

DROP INDEX orders_for_reports;
DROP INDEX orders_by_created;

-- Parts of words, for searching orders. Filled lazily, before a search and now and then, so that booking
-- does not pay for it; what changed since is listed until then.
CREATE VIRTUAL TABLE order_words USING fts5 (
  words, tokenize = 'trigram remove_diacritics 1', content = '', contentless_delete = 1
);
CREATE TABLE stale_order_words (order_seq INTEGER PRIMARY KEY) STRICT;
CREATE TRIGGER order_words_changed AFTER UPDATE OF contact_name, contact_email, payment_method ON orders
BEGIN
  INSERT INTO stale_order_words VALUES (new.seq) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER order_words_gone AFTER DELETE ON orders
BEGIN
  INSERT INTO stale_order_words VALUES (old.seq) ON CONFLICT DO NOTHING;
END;
