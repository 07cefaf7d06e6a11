-- What became of each mail. While a process sends one, next_attempt_at is the end of its lease.
ALTER TABLE outbox ADD COLUMN state TEXT NOT NULL DEFAULT 'waiting'
  CHECK (state IN ('waiting', 'sent', 'failed', 'overtaken'));

DROP INDEX outbox_due;
CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE state = 'waiting';
CREATE INDEX outbox_by_state ON outbox (state, id);
CREATE INDEX outbox_by_age ON outbox (created_at);
CREATE INDEX outbox_link_requests ON outbox (recipient COLLATE NOCASE, created_at) WHERE kind = 'links';
