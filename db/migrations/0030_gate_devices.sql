-- Phones that can only check tickets. Never deleted: tickets and scans name them.
CREATE TABLE gate_devices (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL CHECK (name <> ''),
  created_by TEXT NOT NULL, -- an admin
  created_at INTEGER NOT NULL,
  pairing_hash TEXT UNIQUE, -- of the link that pairs a phone; null once used or revoked
  pairing_until INTEGER,
  token_hash TEXT UNIQUE, -- of the phone's cookie
  paired_at INTEGER,
  last_seen_at INTEGER,
  revoked_at INTEGER
) STRICT;
CREATE UNIQUE INDEX gate_devices_active_names ON gate_devices (name COLLATE NOCASE) WHERE revoked_at IS NULL;

CREATE TRIGGER gate_devices_are_kept BEFORE DELETE ON gate_devices
BEGIN SELECT raise(ABORT, 'a gate device is never deleted'); END;

CREATE TRIGGER gate_devices_stay_revoked BEFORE UPDATE ON gate_devices
WHEN old.revoked_at IS NOT NULL AND (new.revoked_at IS NOT old.revoked_at OR new.token_hash IS NOT NULL OR new.pairing_hash IS NOT NULL)
BEGIN SELECT raise(ABORT, 'a revoked gate device stays revoked'); END;
