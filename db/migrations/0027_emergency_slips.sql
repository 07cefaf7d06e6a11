-- Numbered slips that the gate fills by hand while there is no power; each becomes at most one order.
CREATE TABLE emergency_slips (
  number      INTEGER PRIMARY KEY,
  printed_at  INTEGER NOT NULL,
  printed_by  TEXT NOT NULL,
  entered_at  INTEGER,
  entered_by  TEXT,
  order_id    TEXT,
  taken_paise INTEGER,
  note        TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX emergency_slips_open ON emergency_slips (number) WHERE entered_at IS NULL;

CREATE TRIGGER emergency_slip_entered BEFORE UPDATE ON emergency_slips
WHEN old.entered_at IS NOT NULL BEGIN
  SELECT raise(ABORT, 'a slip that was entered stays as it is');
END;
CREATE TRIGGER emergency_slip_kept BEFORE DELETE ON emergency_slips BEGIN
  SELECT raise(ABORT, 'slips are numbered without gaps');
END;
