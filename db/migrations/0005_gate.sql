-- Every scan at the gate under the key that its device made, with the answer it got: a scan that is sent
-- again is answered again, and lets nobody in twice. `ahead` is how many people a device without connection
-- had let in by then; more than are admitted is a conflict.
CREATE TABLE gate_scans (
  key          TEXT PRIMARY KEY,
  code         TEXT NOT NULL,
  verdict      TEXT NOT NULL
               CHECK (verdict IN ('in', 'other-day', 'other-slot', 'used', 'void', 'unknown')),
  answer       TEXT NOT NULL CHECK (json_valid(answer)),
  admitted     INTEGER NOT NULL CHECK (admitted >= 0),
  ahead        INTEGER NOT NULL CHECK (ahead >= 0),
  scanned_at   INTEGER NOT NULL,
  received_at  INTEGER NOT NULL,
  admin_id     TEXT NOT NULL,
  dismissed_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX gate_scans_by_age ON gate_scans (received_at);
CREATE INDEX gate_conflicts ON gate_scans (received_at)
  WHERE ahead > admitted AND dismissed_at IS NULL;
