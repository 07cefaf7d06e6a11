-- Rises when an order's secret link is replaced; 0 keeps the links that were sent before.
ALTER TABLE orders ADD COLUMN link_version INTEGER NOT NULL DEFAULT 0;
