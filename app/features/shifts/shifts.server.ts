import { eq, max } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { shiftMoves, shifts } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, can, type Actor, type Staff } from "~/features/auth/permissions";
import { DomainError } from "~/lib/errors";
import { transaction } from "~/lib/write-transaction.server";
import { openShiftOf, type Shift } from "./open-shift.server";
import { computeTotals } from "./shift-lines.server";
import { countedPaise, expectedCash, type NoteCounts } from "./shift.rules";
import type { Count } from "./shift.schema";

/** Who is at the till. Amounts in paise. */

/**
 * Begins a shift with what is in the drawer. Repeating it changes nothing. Throws `forbidden`, and `conflict` while
 * another shift of the same person is open.
 */
export function openShift(actor: Actor, { float }: { float: number }): Shift {
  authorize(actor, "counter.sell");
  return transaction((tx) => {
    const open = openShiftOf(actor.id, tx);
    if (open?.float === float) return open;
    if (open) throw new DomainError("conflict", "You have an open shift: close it first");
    const shift = tx
      .insert(shifts)
      .values({ adminId: actor.id, float, openedAt: Date.now() })
      .returning()
      .get();
    const after = { floatPaise: float };
    recordAudit(tx, actor, { action: "shift.open", target: `shift ${shift.id}`, after });
    return shift;
  }, "none");
}

type Move = {
  /** Of the form, so that sending it twice moves the cash once. */
  id: string;
  /** Negative: out of the drawer. */
  amount: number;
  reason: string;
};

/**
 * Cash into the drawer of one's own open shift, or out of it. Throws `forbidden`, `not_found`, and `conflict` for a
 * shift that is closed.
 */
export function moveCash(actor: Actor, shiftId: number, { id, amount, reason }: Move) {
  authorize(actor, "counter.sell");
  transaction((tx) => {
    const shift = shiftWith(shiftId, tx);
    if (shift.adminId !== actor.id) throw new DomainError("not_found", NOT_FOUND);
    if (tx.select().from(shiftMoves).where(eq(shiftMoves.id, id)).get()) return;
    if (shift.closedAt !== null) throw closedError(shift);
    tx.insert(shiftMoves)
      .values({ id, shiftId, amount, reason, movedBy: actor.id, createdAt: Date.now() })
      .run();
    const after = { amountPaise: amount, reason };
    recordAudit(tx, actor, { action: "shift.move", target: `shift ${shiftId}`, after });
  }, "none");
}

export type Closing = { closed: Shift } | { difference: number };

/**
 * Closes a shift with what was counted, gives it the next number, and freezes its sums. When more or less was counted
 * than expected, the first count answers with the difference, and the shift closes once there is a reason for that
 * difference. Each count is in the audit log. Repeating it changes nothing. Throws `forbidden` for the shift of somebody
 * else, `not_found`, and `conflict` for a shift that was closed otherwise.
 */
export function closeShift(
  actor: Actor,
  id: number,
  { counts, reason, shownDifference }: Count,
): Closing {
  return transaction((tx) => {
    const shift = shiftWith(id, tx);
    authorizeClosing(actor, shift);
    const counted = countedPaise(counts);
    if (shift.closedAt !== null) {
      if (shift.closedBy === actor.id && shift.counted === counted) return { closed: shift };
      throw closedError(shift);
    }
    const difference = counted - expectedCash(shift.float, computeTotals(id, tx));
    const target = `shift ${id}`;
    const after = { countedPaise: counted, differencePaise: difference };
    if (difference !== 0 && (shownDifference !== difference || !reason)) {
      recordAudit(tx, actor, { action: "shift.count", target, after });
      return { difference };
    }
    const closed = endShift(tx, shift, { counts, reason, by: actor.id, at: Date.now() });
    const { number } = closed;
    recordAudit(tx, actor, {
      action: "shift.close",
      target,
      after: { number, ...after, reason: closed.reason },
    });
    return { closed };
  }, "none");
}

type Ending = { counts: NoteCounts; reason: string; by: string; at: number };

/** Numbers and freezes a shift within the transaction of whoever may close it. */
export function endShift(tx: Tx, { id, float }: Shift, { counts, reason, by, at }: Ending): Shift {
  const totals = computeTotals(id, tx);
  const [counted, expected] = [countedPaise(counts), expectedCash(float, totals)];
  const difference = counted - expected;
  return tx
    .update(shifts)
    .set({
      number: nextNumber(tx),
      closedAt: at,
      closedBy: by,
      denominations: counts,
      ...{ counted, expected, difference, totals },
      reason: difference === 0 ? "" : reason,
    })
    .where(eq(shifts.id, id))
    .returning()
    .get();
}

/** Shift `id`, for its own person and for those who read payments. Throws `forbidden` and `not_found`. */
export function findShift(actor: Actor, id: number): Shift {
  authorize(actor, can(actor, "payments.read") ? "payments.read" : "counter.sell");
  const shift = shiftWith(id);
  if (shift.adminId !== actor.id) authorize(actor, "payments.read");
  return shift;
}

/** Own shifts are closed by whoever works at the counter, those of others by owners. */
export function authorizeClosing(actor: Actor, shift: Shift): asserts actor is Staff {
  authorize(actor, "counter.sell");
  if (shift.adminId !== actor.id) authorize(actor, "shifts.close");
}

export const mayClose = (actor: Staff, { adminId, closedAt }: Shift) =>
  closedAt === null && (adminId === actor.id || can(actor, "shifts.close"));

const NOT_FOUND = "Shift not found";

function shiftWith(id: number, reader: Reader = db): Shift {
  const shift = Number.isSafeInteger(id)
    ? reader.select().from(shifts).where(eq(shifts.id, id)).get()
    : undefined;
  if (!shift) throw new DomainError("not_found", NOT_FOUND);
  return shift;
}

const closedError = ({ number }: Shift) =>
  new DomainError("conflict", `Shift ${number} is closed, and nothing of it changes any more`);

const nextNumber = (reader: Reader) =>
  (reader
    .select({ last: max(shifts.number) })
    .from(shifts)
    .get()?.last ?? 0) + 1;
