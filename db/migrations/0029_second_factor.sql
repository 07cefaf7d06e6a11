-- A second factor for accounts, and passwords that an owner has set. Decision 025.
ALTER TABLE admins ADD COLUMN one_time_until INTEGER; -- until when an owner's password lets in; null: their own
ALTER TABLE admins ADD COLUMN email_changed_at INTEGER;

CREATE TABLE second_factors (
  admin_id TEXT PRIMARY KEY REFERENCES admins (id) ON DELETE CASCADE,
  secret TEXT NOT NULL, -- encrypted
  last_step INTEGER NOT NULL, -- the 30 seconds of the newest code that was used
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE recovery_codes (
  hash TEXT PRIMARY KEY,
  admin_id TEXT NOT NULL REFERENCES admins (id) ON DELETE CASCADE,
  used_at INTEGER
) STRICT;
CREATE INDEX recovery_codes_by_admin ON recovery_codes (admin_id);

CREATE TABLE trusted_devices ( -- where no code is asked for
  id TEXT PRIMARY KEY,
  hash TEXT NOT NULL,
  admin_id TEXT NOT NULL REFERENCES admins (id) ON DELETE CASCADE,
  user_agent TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  UNIQUE (hash, admin_id)
) STRICT;
CREATE INDEX trusted_devices_by_admin ON trusted_devices (admin_id);
CREATE INDEX trusted_devices_by_end ON trusted_devices (expires_at);

CREATE INDEX outbox_reset_requests ON outbox (recipient COLLATE NOCASE, created_at) WHERE kind = 'reset';

CREATE TABLE passkeys (
  id TEXT PRIMARY KEY, -- of the credential, as base64url
  admin_id TEXT NOT NULL REFERENCES admins (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  public_key BLOB NOT NULL, -- COSE
  counter INTEGER NOT NULL, -- of its uses; many passkeys keep it at 0
  transports TEXT NOT NULL DEFAULT '[]', -- JSON
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;
CREATE INDEX passkeys_by_admin ON passkeys (admin_id);
