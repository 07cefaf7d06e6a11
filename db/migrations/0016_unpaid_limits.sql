-- A keyed hash of the network that an unpaid order came from; blank once it no longer matters.
ALTER TABLE orders ADD COLUMN network TEXT NOT NULL DEFAULT '';
-- 0: a cash order that its visitor has yet to confirm from the mail. Earlier orders hold their places as promised.
ALTER TABLE orders ADD COLUMN confirmed INTEGER NOT NULL DEFAULT 1;

DROP INDEX orders_unpaid_visits;
CREATE INDEX orders_unpaid_visits ON orders (visit_date, visit_slot, ticket_count, network) WHERE status = 'pending';
CREATE INDEX orders_unpaid_emails ON orders (contact_email COLLATE NOCASE, ticket_count) WHERE status = 'pending';

-- Mails about unpaid orders, which anybody can cause: those to one address, and all of them in time.
CREATE INDEX outbox_unpaid_recipients ON outbox (recipient COLLATE NOCASE, created_at, state) WHERE kind = 'booked';
CREATE INDEX outbox_unpaid_times ON outbox (id, state, next_attempt_at) WHERE kind = 'booked';
