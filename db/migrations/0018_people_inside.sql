-- Everybody who has come holds a place of the slot they came for, whatever becomes of their order.
UPDATE slot_occupancy SET held = arrived + coalesce((
  SELECT sum(ticket_count - (SELECT count(*) FROM tickets
    WHERE order_seq = seq AND voided_at IS NULL AND used_at IS NOT NULL))
  FROM orders
  WHERE orders.visit_date = slot_occupancy.visit_date AND orders.visit_slot = slot_occupancy.visit_slot
    AND status IN ('pending', 'paid')), 0)
WHERE arrived > 0;

ALTER TABLE messages ADD COLUMN may_be_spam INTEGER NOT NULL DEFAULT 0;
