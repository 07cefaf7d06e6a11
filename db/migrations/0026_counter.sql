-- How an order came: web, api or counter.
ALTER TABLE orders ADD COLUMN channel TEXT NOT NULL DEFAULT 'web';
-- When its contact data was erased. Until now an empty e-mail address said so.
ALTER TABLE orders ADD COLUMN erased_at INTEGER;
UPDATE orders SET erased_at = updated_at WHERE contact_email = '';

CREATE INDEX orders_by_channel ON orders (channel, created_at, seq);
DROP INDEX orders_erased;
CREATE INDEX orders_without_contact ON orders (visit_date)
WHERE contact_email = '' AND contact_name = '' AND contact_phone = '';

-- Places of a slot that the web does not sell until a time before it starts.
ALTER TABLE slots ADD COLUMN walk_in_places INTEGER NOT NULL DEFAULT 0;
