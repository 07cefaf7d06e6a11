-- Shifts: who was at the till, from when to when, and what was in the drawer. Decision 022.
CREATE TABLE shifts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  number INTEGER UNIQUE CHECK (number > 0), -- from 1 without gaps, given at closing
  admin_id TEXT NOT NULL,
  float INTEGER NOT NULL CHECK (float >= 0),
  opened_at INTEGER NOT NULL,
  closed_at INTEGER,
  closed_by TEXT,
  denominations TEXT, -- JSON: how many of each note and coin were counted
  counted INTEGER,
  expected INTEGER,
  difference INTEGER,
  reason TEXT NOT NULL DEFAULT '',
  totals TEXT, -- JSON: the sums at closing
  CHECK (CASE WHEN closed_at IS NULL
    THEN coalesce(number, closed_by, denominations, counted, expected, difference, totals) IS NULL
    ELSE number IS NOT NULL AND closed_by IS NOT NULL AND denominations IS NOT NULL AND totals IS NOT NULL
      AND difference IS counted - expected AND (difference = 0 OR reason <> '') END)
) STRICT;
CREATE UNIQUE INDEX shifts_one_open ON shifts (admin_id) WHERE closed_at IS NULL;
CREATE INDEX shifts_by_admin ON shifts (admin_id);

CREATE TABLE shift_moves ( -- cash that went into the drawer, or out of it, otherwise than by a sale
  id TEXT PRIMARY KEY,
  shift_id INTEGER NOT NULL REFERENCES shifts (id),
  amount INTEGER NOT NULL CHECK (amount <> 0), -- negative: out of the drawer
  reason TEXT NOT NULL CHECK (reason <> ''),
  moved_by TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX shift_moves_by_shift ON shift_moves (shift_id);

ALTER TABLE payments ADD COLUMN shift_id INTEGER REFERENCES shifts (id);
CREATE INDEX payments_by_shift ON payments (shift_id);
ALTER TABLE refunds ADD COLUMN shift_id INTEGER REFERENCES shifts (id);
CREATE INDEX refunds_by_shift ON refunds (shift_id);

CREATE TRIGGER shifts_are_kept BEFORE DELETE ON shifts
BEGIN SELECT raise(ABORT, 'a shift is never deleted'); END;

CREATE TRIGGER shifts_stay BEFORE UPDATE ON shifts
WHEN old.closed_at IS NOT NULL
  OR (new.id, new.admin_id, new.float, new.opened_at) IS NOT (old.id, old.admin_id, old.float, old.opened_at)
BEGIN SELECT raise(ABORT, 'a closed shift does not change, nor how one was opened'); END;

CREATE TRIGGER shifts_have_no_gaps BEFORE UPDATE OF number ON shifts
WHEN new.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM shifts)
BEGIN SELECT raise(ABORT, 'shifts are numbered without gaps'); END;

CREATE TRIGGER shift_moves_are_kept BEFORE DELETE ON shift_moves
BEGIN SELECT raise(ABORT, 'a cash move is never deleted'); END;

CREATE TRIGGER shift_moves_stay BEFORE UPDATE ON shift_moves
BEGIN SELECT raise(ABORT, 'a cash move does not change'); END;

CREATE TRIGGER shift_moves_of_open_shifts BEFORE INSERT ON shift_moves
WHEN (SELECT closed_at FROM shifts WHERE id = new.shift_id) IS NOT NULL
BEGIN SELECT raise(ABORT, 'the shift is closed'); END;

CREATE TRIGGER payments_of_open_shifts BEFORE INSERT ON payments
WHEN (SELECT closed_at FROM shifts WHERE id = new.shift_id) IS NOT NULL
BEGIN SELECT raise(ABORT, 'the shift is closed'); END;

CREATE TRIGGER payments_stay_in_their_shift BEFORE UPDATE ON payments
WHEN new.shift_id IS NOT old.shift_id OR (old.shift_id IS NOT NULL AND new.method <> old.method)
BEGIN SELECT raise(ABORT, 'a payment stays in its shift'); END;

CREATE TRIGGER refunds_of_open_shifts BEFORE INSERT ON refunds
WHEN (SELECT closed_at FROM shifts WHERE id = new.shift_id) IS NOT NULL
BEGIN SELECT raise(ABORT, 'the shift is closed'); END;

CREATE TRIGGER refunds_stay_in_their_shift BEFORE UPDATE ON refunds
WHEN new.shift_id IS NOT old.shift_id
  OR ((new.state, new.bank_reference) IS NOT (old.state, old.bank_reference)
    AND (SELECT closed_at FROM shifts WHERE id = old.shift_id) IS NOT NULL)
BEGIN SELECT raise(ABORT, 'a refund stays in its shift'); END;
