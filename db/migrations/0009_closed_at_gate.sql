-- A ticket of a slot that the zoo has closed gets an answer of its own at the gate: 'closed'.
DROP INDEX gate_scans_by_age;
DROP INDEX gate_conflicts;
ALTER TABLE gate_scans RENAME TO gate_scans_before;

CREATE TABLE gate_scans (
  key          TEXT PRIMARY KEY,
  code         TEXT NOT NULL,
  verdict      TEXT NOT NULL
               CHECK (verdict IN ('in', 'other-day', 'other-slot', 'closed', 'used', 'void', 'unknown')),
  answer       TEXT NOT NULL CHECK (json_valid(answer)),
  admitted     INTEGER NOT NULL CHECK (admitted >= 0),
  ahead        INTEGER NOT NULL CHECK (ahead >= 0),
  scanned_at   INTEGER NOT NULL,
  received_at  INTEGER NOT NULL,
  admin_id     TEXT NOT NULL,
  dismissed_at INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO gate_scans SELECT * FROM gate_scans_before;
DROP TABLE gate_scans_before;

CREATE INDEX gate_scans_by_age ON gate_scans (received_at);
CREATE INDEX gate_conflicts ON gate_scans (received_at)
  WHERE ahead > admitted AND dismissed_at IS NULL;
