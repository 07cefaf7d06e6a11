-- Whether the zoo still has the money of a cancelled or refunded order. The site moves none: staff note that they
-- have given it back.
ALTER TABLE orders ADD COLUMN owed INTEGER NOT NULL DEFAULT 0
  CHECK (owed = 0 OR (owed = 1 AND status IN ('cancelled', 'refunded')));
CREATE INDEX orders_owed ON orders (created_at, seq, total_paise) WHERE owed = 1;

-- Until now this was read from the reason of a refund, and from the audit of what was cancelled while it was paid.
UPDATE orders SET owed = 1
WHERE (status = 'refunded' AND status_reason <> '')
   OR (status = 'cancelled' AND 'paid' = (
     SELECT json_extract(audit.before, '$.status') FROM audit
     WHERE audit.target = 'order ' || orders.id
       AND audit.action IN ('order.status', 'order.cancel', 'order.expire')
     ORDER BY audit.id DESC LIMIT 1));
