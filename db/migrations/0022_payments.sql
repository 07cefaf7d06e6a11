-- Money: what was asked for, what came in, what went out, and what providers reported. Decision 020.
CREATE TABLE checkout_sessions ( -- written before the provider is called
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  reference TEXT NOT NULL UNIQUE,
  token TEXT NOT NULL UNIQUE,
  order_seq INTEGER REFERENCES orders (seq) ON DELETE SET NULL,
  order_id TEXT NOT NULL,
  provider TEXT NOT NULL,
  provider_session_id TEXT,
  url TEXT NOT NULL DEFAULT '',
  amount INTEGER NOT NULL CHECK (amount > 0),
  currency TEXT NOT NULL CHECK (length(currency) = 3),
  state TEXT NOT NULL DEFAULT 'creating',
  expires_at INTEGER NOT NULL,
  last_failure TEXT NOT NULL DEFAULT '',
  polls INTEGER NOT NULL DEFAULT 0,
  last_poll_at INTEGER,
  next_poll_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX checkout_sessions_by_provider ON checkout_sessions (provider, provider_session_id)
  WHERE provider_session_id IS NOT NULL;
CREATE UNIQUE INDEX checkout_sessions_one_open ON checkout_sessions (order_seq) WHERE state IN ('creating', 'open');
CREATE INDEX checkout_sessions_by_order ON checkout_sessions (order_seq);
CREATE INDEX checkout_sessions_due ON checkout_sessions (next_poll_at) WHERE next_poll_at IS NOT NULL;

CREATE TABLE payments ( -- money that came in
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  receipt_number INTEGER NOT NULL UNIQUE,
  provider TEXT NOT NULL,
  provider_payment_id TEXT NOT NULL CHECK (provider_payment_id <> ''),
  session_id INTEGER REFERENCES checkout_sessions (id),
  order_seq INTEGER REFERENCES orders (seq) ON DELETE SET NULL,
  order_id TEXT NOT NULL DEFAULT '',
  amount INTEGER NOT NULL CHECK (amount > 0),
  currency TEXT NOT NULL CHECK (length(currency) = 3),
  method TEXT NOT NULL DEFAULT '',
  fee INTEGER,
  review TEXT NOT NULL DEFAULT '',
  review_note TEXT NOT NULL DEFAULT '',
  settlement_id TEXT,
  recorded_by TEXT, -- an admin's id; null: a provider
  day TEXT NOT NULL CHECK (day <> ''), -- the zoo's day in whose takings it counts
  paid_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (provider, provider_payment_id)
) STRICT;
CREATE INDEX payments_by_order ON payments (order_seq);
CREATE INDEX payments_by_session ON payments (session_id);
CREATE INDEX payments_by_day ON payments (day);
CREATE INDEX payments_to_review ON payments (id) WHERE review <> '';

CREATE TABLE refunds ( -- money that goes out; written before the provider is called
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  reference TEXT NOT NULL UNIQUE CHECK (length(reference) >= 10), -- the idempotency key
  credit_note_number INTEGER UNIQUE,
  payment_id INTEGER REFERENCES payments (id), -- null: of an order paid before there was a ledger
  order_seq INTEGER REFERENCES orders (seq) ON DELETE SET NULL,
  order_id TEXT NOT NULL DEFAULT '',
  provider_refund_id TEXT,
  amount INTEGER NOT NULL CHECK (amount > 0),
  state TEXT NOT NULL DEFAULT 'requested',
  method TEXT NOT NULL,
  for_tickets INTEGER NOT NULL DEFAULT 0, -- 1: of single tickets; the order stays paid
  requested_by TEXT NOT NULL, -- an admin's id, 'visitor', 'site', or 'provider' (made in its dashboard)
  reason TEXT NOT NULL DEFAULT '',
  bank_reference TEXT NOT NULL DEFAULT '',
  last_error TEXT NOT NULL DEFAULT '',
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER,
  requested_at INTEGER NOT NULL,
  ended_at INTEGER,
  day TEXT, -- the zoo's day in whose takings it counts; null: the money has not gone
  returned_day TEXT -- the day on which money that had gone came back, because the bank or a member of staff returned it
) STRICT;
CREATE UNIQUE INDEX refunds_by_provider ON refunds (payment_id, provider_refund_id) WHERE provider_refund_id IS NOT NULL;
CREATE INDEX refunds_by_payment ON refunds (payment_id);
CREATE INDEX refunds_by_order ON refunds (order_seq);
CREATE INDEX refunds_by_day ON refunds (day) WHERE day IS NOT NULL;
CREATE INDEX refunds_by_returned_day ON refunds (returned_day) WHERE returned_day IS NOT NULL;
CREATE INDEX refunds_due ON refunds (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX refunds_failed ON refunds (id) WHERE state = 'failed';

-- The refund that gave the money for this ticket back.
ALTER TABLE tickets ADD COLUMN refund_id INTEGER REFERENCES refunds (id);
CREATE INDEX tickets_by_refund ON tickets (refund_id);

CREATE TABLE payment_events ( -- what providers reported, once each, as it came
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  provider TEXT NOT NULL,
  event_id TEXT NOT NULL,
  type TEXT NOT NULL,
  body BLOB, -- emptied after 30 days: it names people
  body_hash TEXT NOT NULL,
  state TEXT NOT NULL,
  error TEXT NOT NULL DEFAULT '',
  deliveries INTEGER NOT NULL DEFAULT 1,
  received_at INTEGER NOT NULL,
  UNIQUE (provider, event_id)
) STRICT;
CREATE INDEX payment_events_failed ON payment_events (id) WHERE state = 'failed';
CREATE INDEX payment_events_with_body ON payment_events (received_at) WHERE body IS NOT NULL;

CREATE TABLE locked_days ( -- no payment or refund is added to these days
  day TEXT PRIMARY KEY,
  locked_by TEXT NOT NULL,
  locked_at INTEGER NOT NULL
) STRICT;

CREATE TABLE bank_references ( -- what visitors say about their UPI transfer; staff check it
  order_seq INTEGER PRIMARY KEY REFERENCES orders (seq) ON DELETE CASCADE,
  reference TEXT NOT NULL CHECK (reference <> ''),
  created_at INTEGER NOT NULL,
  not_found_at INTEGER -- when staff did not find it at the bank
) STRICT;
CREATE UNIQUE INDEX bank_references_waiting ON bank_references (reference) WHERE not_found_at IS NULL;

CREATE TABLE undoable_changes ( -- for seconds: what a change of status by staff did, so that it can be undone
  order_seq INTEGER PRIMARY KEY REFERENCES orders (seq) ON DELETE CASCADE,
  admin_id TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  change TEXT NOT NULL
) STRICT;

CREATE TRIGGER payments_are_kept BEFORE DELETE ON payments
BEGIN SELECT raise(ABORT, 'a payment is never deleted'); END;

CREATE TRIGGER payments_stay BEFORE UPDATE ON payments
WHEN (new.receipt_number, new.provider, new.provider_payment_id, new.amount, new.currency, new.day, new.paid_at)
  IS NOT (old.receipt_number, old.provider, old.provider_payment_id, old.amount, old.currency, old.day, old.paid_at)
BEGIN SELECT raise(ABORT, 'a payment does not change'); END;

CREATE TRIGGER refunds_are_kept BEFORE DELETE ON refunds
BEGIN SELECT raise(ABORT, 'a refund is never deleted'); END;

CREATE TRIGGER refunds_stay BEFORE UPDATE ON refunds
WHEN new.amount <> old.amount OR new.payment_id IS NOT old.payment_id OR new.reference <> old.reference
  OR (old.day IS NOT NULL AND new.day IS NOT old.day)
  OR (old.returned_day IS NOT NULL AND new.returned_day IS NOT old.returned_day)
BEGIN SELECT raise(ABORT, 'a refund does not change'); END;

CREATE TRIGGER refunds_go_forward BEFORE UPDATE OF state ON refunds
WHEN CASE old.state WHEN 'requested' THEN 0 WHEN 'pending' THEN 1 WHEN 'succeeded' THEN 2 ELSE 3 END
  > CASE new.state WHEN 'requested' THEN 0 WHEN 'pending' THEN 1 WHEN 'succeeded' THEN 2 ELSE 3 END
BEGIN SELECT raise(ABORT, 'a refund does not go back'); END;

CREATE TRIGGER checkout_sessions_go_forward BEFORE UPDATE OF state ON checkout_sessions
WHEN CASE old.state WHEN 'creating' THEN 0 WHEN 'open' THEN 1 WHEN 'paid' THEN 3 ELSE 2 END
  > CASE new.state WHEN 'creating' THEN 0 WHEN 'open' THEN 1 WHEN 'paid' THEN 3 ELSE 2 END
BEGIN SELECT raise(ABORT, 'a checkout session does not go back'); END;

-- A provider's own dashboard may refund what we do not know of.
CREATE TRIGGER refunds_within_payment BEFORE INSERT ON refunds
WHEN new.payment_id IS NOT NULL AND new.requested_by <> 'provider' AND new.state NOT IN ('failed', 'withdrawn')
  AND new.amount + (SELECT coalesce(sum(amount), 0) FROM refunds
    WHERE payment_id = new.payment_id AND state NOT IN ('failed', 'withdrawn'))
  > (SELECT amount FROM payments WHERE id = new.payment_id)
BEGIN SELECT raise(ABORT, 'refunds would exceed the payment'); END;

CREATE TRIGGER payments_of_open_days BEFORE INSERT ON payments
WHEN EXISTS (SELECT 1 FROM locked_days WHERE day = new.day)
BEGIN SELECT raise(ABORT, 'the day is locked'); END;

CREATE TRIGGER refunds_of_open_days BEFORE UPDATE ON refunds
WHEN (new.day IS NOT old.day AND EXISTS (SELECT 1 FROM locked_days WHERE day = new.day))
  OR (new.returned_day IS NOT old.returned_day AND EXISTS (SELECT 1 FROM locked_days WHERE day = new.returned_day))
BEGIN SELECT raise(ABORT, 'the day is locked'); END;

CREATE TRIGGER refunds_begin_on_open_days BEFORE INSERT ON refunds
WHEN EXISTS (SELECT 1 FROM locked_days WHERE day IN (new.day, new.returned_day))
BEGIN SELECT raise(ABORT, 'the day is locked'); END;
