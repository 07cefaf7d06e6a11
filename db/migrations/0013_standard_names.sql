-- Renames tables and columns to the names that the code uses. Triggers, indexes and views follow.
ALTER TABLE held_places RENAME TO slot_occupancy;
ALTER TABLE stale_order_words RENAME TO order_search_queue;
ALTER TABLE words_to_rewrite RENAME TO search_purge_queue;
ALTER TABLE search_purge_queue RENAME COLUMN in_index TO search_index;
ALTER TABLE search_purge_queue RENAME COLUMN asked TO requests;
ALTER TABLE search_purge_queue RENAME COLUMN begun_for TO started_for;
ALTER TABLE sales_of_all_days RENAME TO sales_totals;
ALTER TABLE dated_capacity RENAME TO capacity_overrides;
ALTER TABLE weekly_capacity RENAME TO weekday_capacity;
ALTER TABLE orders RENAME COLUMN held_until TO expires_at;
ALTER TABLE orders RENAME COLUMN owed TO refund_due;
ALTER TABLE gate_scans RENAME COLUMN ahead TO admitted_offline;
ALTER TABLE closures RENAME COLUMN way TO resolution;

-- ALTER TABLE RENAME rewrites `excluded` in an upsert to the table's name, so this trigger is created again.
DROP TRIGGER sales_new;
CREATE TRIGGER sales_new AFTER INSERT ON sales
BEGIN
  INSERT INTO sales_totals VALUES (new.status, new.payment_method, new.orders,
                                   new.paise, new.adults, new.children, new.seniors)
  ON CONFLICT DO UPDATE SET
    orders = orders + excluded.orders, paise = paise + excluded.paise, adults = adults + excluded.adults,
    children = children + excluded.children, seniors = seniors + excluded.seniors;
END;
