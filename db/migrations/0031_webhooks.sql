CREATE TABLE webhook_endpoints ( -- addresses that are sent what happens
  id TEXT PRIMARY KEY,
  url TEXT NOT NULL UNIQUE,
  events TEXT NOT NULL, -- a list of their names
  state TEXT NOT NULL DEFAULT 'active',
  secret TEXT NOT NULL, -- encrypted, as is the one before it
  previous_secret TEXT NOT NULL DEFAULT '', -- signs as well until previous_until
  previous_until INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE webhook_deliveries ( -- one for each endpoint of an event, written with the change itself
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  message_id TEXT NOT NULL, -- the same at each attempt, and for each endpoint
  endpoint_id TEXT NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
  event TEXT NOT NULL,
  order_id TEXT NOT NULL DEFAULT '',
  body TEXT NOT NULL, -- as it is signed and sent
  state TEXT NOT NULL DEFAULT 'waiting',
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER NOT NULL,
  last_attempt_at INTEGER,
  status INTEGER, -- of the last answer; null: none came
  answer TEXT NOT NULL DEFAULT '', -- its beginning, or why none came
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_attempt_at, created_at) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at);

CREATE TRIGGER webhook_deliveries_stay BEFORE UPDATE ON webhook_deliveries
WHEN (new.id, new.message_id, new.endpoint_id, new.event, new.order_id, new.body, new.created_at)
  IS NOT (old.id, old.message_id, old.endpoint_id, old.event, old.order_id, old.body, old.created_at)
BEGIN SELECT raise(ABORT, 'what is sent does not change'); END;
