import { and, asc, eq } from "drizzle-orm";
import { db, type Reader } from "db/connection.server";
import { payments, refunds, shiftMoves } from "db/schema";
import type { Shift } from "./open-shift.server";
import { paymentWay, refundWay, sumUp, type ShiftTotals } from "./shift.rules";

/** Cash moves of a shift, oldest first. */
export const movesOf = (shiftId: number, reader: Reader = db) =>
  reader
    .select()
    .from(shiftMoves)
    .where(eq(shiftMoves.shiftId, shiftId))
    .orderBy(asc(shiftMoves.createdAt), asc(shiftMoves.id))
    .all();

/** What was given back by hand in a shift, oldest first, with the way it went. What was undone counts nothing. */
export const refundsOf = (shiftId: number, reader: Reader = db) =>
  reader
    .select({ refund: refunds, payment: { provider: payments.provider, method: payments.method } })
    .from(refunds)
    .leftJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(refunds.shiftId, shiftId), eq(refunds.state, "succeeded")))
    .orderBy(asc(refunds.id))
    .all()
    .map(({ refund, payment }) => ({ ...refund, way: refundWay(refund.bankReference, payment) }));

const paymentsOf = (shiftId: number, reader: Reader) =>
  reader
    .select({ amount: payments.amount, provider: payments.provider, method: payments.method })
    .from(payments)
    .where(eq(payments.shiftId, shiftId))
    .all()
    .map((payment) => ({ amount: payment.amount, way: paymentWay(payment) }));

/** Summed up from the lines as they are; in paise. */
export const computeTotals = (shiftId: number, reader: Reader = db): ShiftTotals =>
  sumUp({
    payments: paymentsOf(shiftId, reader),
    refunds: refundsOf(shiftId, reader),
    moves: movesOf(shiftId, reader),
  });

/** As they were at closing, or as they are now; in paise. */
export const totalsOf = (shift: Shift): ShiftTotals => shift.totals ?? computeTotals(shift.id);
