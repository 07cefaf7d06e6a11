import type { Tx } from "db/connection.server";
import type { Staff } from "~/features/auth/permissions";
import type { OrderRow } from "~/features/orders/order.types";
import type { LedgerChange } from "~/features/orders/undo/undo.rules";
import { currentShiftId } from "~/features/shifts/open-shift.server";
import { formatShortDate } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { isProvider } from "./payment.rules";
import {
  addRefund,
  isUnsent,
  moveRefund,
  openDay,
  paymentsOfOrder,
  refundsOfOrder,
  setReview,
  type PaymentRow,
  type RefundRow,
} from "./ledger.server";

type OrderLedger = { payments: PaymentRow[]; refunds: RefundRow[] };

export const ledgerOf = (tx: Tx, orderSeq: number): OrderLedger => ({
  payments: paymentsOfOrder(orderSeq),
  refunds: refundsOfOrder(orderSeq),
});

export function ledgerChange(before: OrderLedger, after: OrderLedger): LedgerChange {
  const had = new Map(before.payments.map((payment) => [payment.id, payment]));
  const refundsBefore = new Map(before.refunds.map(({ id, state }) => [id, state]));
  return {
    payments: after.payments.map(({ id }) => id).filter((id) => !had.has(id)),
    refunds: after.refunds.map(({ id }) => id).filter((id) => !refundsBefore.has(id)),
    withdrawn: after.refunds
      .filter(({ id, state }) => state === "withdrawn" && refundsBefore.get(id) === "requested")
      .map(({ id }) => id),
    reviews: after.payments.flatMap(({ id, review: since }) => {
      const { review, reviewNote } = had.get(id) ?? { review: since, reviewNote: "" };
      return review === since ? [] : [{ id, review, reviewNote, since }];
    }),
    lastPayment: after.payments.at(-1)?.id ?? 0,
    lastRefund: after.refunds.at(-1)?.id ?? 0,
  };
}

/**
 * Takes back what a change by staff did to the money of an order. No row goes: money that was taken by hand is given
 * back by hand, refunds are withdrawn. Throws `conflict` when a provider knows of a refund already, or other money has
 * moved since.
 */
export function restoreLedger(tx: Tx, order: OrderRow, change: LedgerChange, by: Staff) {
  const { payments, refunds } = ledgerOf(tx, order.seq);
  assertNothingSince({ payments, refunds }, change);
  const done = [
    ...payments.filter(({ id }) => change.payments.includes(id)),
    ...refunds.filter(({ id }) => change.refunds.includes(id)),
  ];
  assertDaysOpen(tx, done);
  assertSameShift(tx, done, by);
  for (const refund of refunds) if (change.refunds.includes(refund.id)) withdraw(tx, refund);
  for (const payment of payments) {
    const { id, amount } = payment;
    if (change.payments.includes(id))
      addRefund(tx, { order, payment, amount, by, reason: "Undone", isGiven: true });
  }
  for (const { id, review, reviewNote } of change.reviews) setReview(tx, id, review, reviewNote);
  for (const refund of refunds)
    if (change.withdrawn.includes(refund.id)) requestAgain(tx, order, refund, payments);
}

function assertNothingSince({ payments, refunds }: OrderLedger, change: LedgerChange) {
  const isMore =
    payments.some(({ id }) => id > change.lastPayment) ||
    refunds.some(({ id }) => id > change.lastRefund);
  const isDecided = change.reviews.some(({ id, since }) =>
    payments.some((payment) => payment.id === id && payment.review !== since),
  );
  if (isMore || isDecided)
    throw new DomainError("conflict", "Money has moved since: see the order's payments");
}

/** What is undone counts nothing on the day on which it was done. */
function assertDaysOpen(tx: Tx, rows: { day: string | null }[]) {
  for (const { day } of rows)
    if (day !== null && openDay(day) !== day) {
      const message = `The takings of ${formatShortDate(day)} are locked`;
      throw new DomainError("conflict", message);
    }
}

/** What is undone goes through the drawer that it went through, before that is counted. */
function assertSameShift(tx: Tx, rows: (PaymentRow | RefundRow)[], by: Staff) {
  const current = currentShiftId(by.id, tx);
  const byHand = rows.filter((row) =>
    "provider" in row ? !isProvider(row.provider) : row.method === "hand",
  );
  if (byHand.some(({ shiftId }) => shiftId !== current))
    throw new DomainError(
      "conflict",
      "A shift was opened or closed since: change the status of the order instead",
    );
}

function withdraw(tx: Tx, refund: RefundRow) {
  if (refund.method === "provider" && !isUnsent(refund)) {
    const message = `The refund of order ${refund.orderId} is on its way already`;
    throw new DomainError("conflict", message);
  }
  moveRefund(tx, refund, { state: "withdrawn" });
}

/** What is withdrawn stays so; another row asks for the same. */
function requestAgain(tx: Tx, order: OrderRow, refund: RefundRow, payments: PaymentRow[]) {
  const payment = payments.find(({ id }) => id === refund.paymentId);
  const { amount, reason, forTickets, requestedBy } = refund;
  if (payment)
    addRefund(tx, { order, payment, amount, reason, forTickets, by: { id: requestedBy } });
}
