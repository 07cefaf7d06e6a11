-- Why a day is closed, for visitors; the note is for staff.
ALTER TABLE capacity_overrides ADD COLUMN public_reason TEXT NOT NULL DEFAULT '';
