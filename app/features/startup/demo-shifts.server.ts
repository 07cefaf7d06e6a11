import type { Tx } from "db/connection.server";
import { shiftMoves, shifts } from "db/schema";
import { openShiftOf } from "~/features/shifts/open-shift.server";
import { computeTotals } from "~/features/shifts/shift-lines.server";
import { DENOMINATIONS, expectedCash, type NoteCounts } from "~/features/shifts/shift.rules";
import { endShift } from "~/features/shifts/shifts.server";
import { addDays, HOUR_MS } from "~/lib/dates";
import { createId } from "~/lib/ids.server";
import { PAISE_PER_RUPEE } from "~/lib/money";
import { startOfDay, toLocalDate } from "~/lib/time-zone.server";

/** The shifts of a demo's cashier on the days before today: what is paid between their events belongs to them. */

type Event = { at: number; happen: () => unknown };

const DAYS = 3;
const FLOAT = 2_000 * PAISE_PER_RUPEE;
const TO_THE_SAFE = 500 * PAISE_PER_RUPEE;

/** In no order. `staff`: the cashier. */
export const demoShifts = (tx: Tx, staff: { id: string } | undefined, now: number): Event[] =>
  staff
    ? Array.from({ length: DAYS }, (_, at) => shiftOn(tx, staff.id, now, DAYS - at)).flat()
    : [];

function shiftOn(tx: Tx, adminId: string, now: number, daysAgo: number): Event[] {
  const morning = startOfDay(addDays(toLocalDate(now), -daysAgo)) + 8 * HOUR_MS;
  const [opened, moved, closed] = [morning, morning + 6 * HOUR_MS, morning + 14 * HOUR_MS];
  return [
    {
      at: opened,
      happen: () => tx.insert(shifts).values({ adminId, float: FLOAT, openedAt: opened }).run(),
    },
    { at: moved, happen: () => takeToTheSafe(tx, adminId, moved) },
    { at: closed, happen: () => close(tx, adminId, closed, daysAgo === DAYS ? 1 : 0) },
  ];
}

function takeToTheSafe(tx: Tx, adminId: string, at: number) {
  const shift = openShiftOf(adminId, tx);
  if (!shift) return;
  const move = { id: createId(at), amount: -TO_THE_SAFE, reason: "To the safe" };
  tx.insert(shiftMoves)
    .values({ ...move, shiftId: shift.id, movedBy: adminId, createdAt: at })
    .run();
}

/** Counts what is expected, but for a few ten-rupee notes. */
function close(tx: Tx, adminId: string, at: number, tensShort: number) {
  const shift = openShiftOf(adminId, tx);
  if (!shift) return;
  const expected = expectedCash(shift.float, computeTotals(shift.id, tx));
  const rupees = Math.floor(expected / PAISE_PER_RUPEE) - 10 * tensShort;
  endShift(tx, shift, { counts: notesOf(rupees), reason: "Wrong change given", by: adminId, at });
}

/** The fewest notes and coins of an amount. */
function notesOf(rupees: number): NoteCounts {
  let left = rupees;
  const counts = DENOMINATIONS.map((denomination) => {
    const count = Math.floor(left / denomination);
    left -= count * denomination;
    return [denomination, count] as const;
  });
  return Object.fromEntries(counts) as NoteCounts;
}
