import { and, asc, between, eq, inArray, isNull, max, notInArray, or, sql } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { prepared } from "db/prepared.server";
import { lockedDays, payments, refunds } from "db/schema";
import type { Staff } from "~/features/auth/permissions";
import type { OrderRow } from "~/features/orders/order.types";
import { currentShiftId } from "~/features/shifts/open-shift.server";
import { paymentFields } from "~/api/impersonal-fields";
import { enqueueEvent } from "~/features/webhooks/enqueue-event.server";
import { addDays } from "~/lib/dates";
import { CURRENCY } from "~/lib/money";
import { plannedOnce, prepareInsert } from "~/lib/sql.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { isProvider, type PaymentSource, type Review } from "./payment.rules";
import type { Money } from "./provider";

/** Every rupee that comes in or goes out is a row that only this file adds. Amounts in paise. */

export type PaymentRow = typeof payments.$inferSelect;
export type RefundRow = typeof refunds.$inferSelect;

export type Initiator = Pick<Staff, "id"> | "visitor" | "site" | "provider";

/** The id of a member of staff, or who else it was. */
const nameOf = (by: Initiator) => (typeof by === "string" ? by : by.id);

/** Of the member of staff whose hands the money goes through. */
const shiftOf = (by: Initiator, reader: Reader) =>
  typeof by === "string" ? null : currentShiftId(by.id, reader);

/** That day, or the next one that is not locked: a locked day does not change. */
export const openDay = (day: string): string =>
  lockedDay().get({ day }) ? openDay(addDays(day, 1)) : day;

const lockedDay = prepared(() =>
  db
    .select()
    .from(lockedDays)
    .where(eq(lockedDays.day, sql.placeholder("day")))
    .prepare(),
);

type NewPayment = {
  provider: PaymentSource;
  providerPaymentId: string;
  money: Money;
  paidAt: number;
  order?: OrderRow | undefined;
  /** Of an order that is gone. */
  orderId?: string;
  sessionId?: number;
  method?: string;
  fee?: number | undefined;
  review?: Review;
  reviewNote?: string;
  by: Initiator;
};

/**
 * Adds money that came in, with the next receipt number, to the open shift of the member of staff who took it. The order
 * does not change here.
 */
export function addPayment(
  tx: Tx,
  { provider, providerPaymentId, order, money, by, paidAt, ...known }: NewPayment,
): PaymentRow {
  const payment = {
    ...{ provider, providerPaymentId, paidAt, ...money },
    receiptNumber: (lastReceipt().get()?.number ?? 0) + 1,
    sessionId: known.sessionId ?? null,
    orderSeq: order?.seq ?? null,
    orderId: order?.id ?? known.orderId ?? "",
    method: known.method ?? "",
    fee: known.fee ?? null,
    review: known.review ?? "",
    reviewNote: known.reviewNote ?? "",
    settlementId: null,
    recordedBy: typeof by === "string" ? null : by.id,
    day: openDay(toLocalDate(paidAt)),
    createdAt: Date.now(),
    shiftId: isProvider(provider) ? null : shiftOf(by, tx),
  };
  const added = { id: insertPayment(payment), ...payment };
  enqueueEvent(tx, "payment.received", () => receivedFields(added), { orderId: added.orderId });
  return added;
}

const insertPayment = prepareInsert(
  payments,
  "provider",
  "providerPaymentId",
  "paidAt",
  "amount",
  "currency",
  "receiptNumber",
  "sessionId",
  "orderSeq",
  "orderId",
  "method",
  "fee",
  "review",
  "reviewNote",
  "settlementId",
  "recordedBy",
  "day",
  "createdAt",
  "shiftId",
);

/** Without what staff have to decide about it, which can change in the same transaction. */
function receivedFields(payment: PaymentRow) {
  const { review: _, ...fields } = paymentFields(payment, 0);
  return fields;
}

const lastReceipt = prepared(() =>
  db
    .select({ number: max(payments.receiptNumber) })
    .from(payments)
    .prepare(),
);

const lastCreditNote = prepared(() =>
  db
    .select({ number: max(refunds.creditNoteNumber) })
    .from(refunds)
    .prepare(),
);

export const paymentsOfOrder = (orderSeq: number): PaymentRow[] =>
  paymentsQuery().all({ orderSeq });

const paymentsQuery = prepared(() =>
  db
    .select()
    .from(payments)
    .where(eq(payments.orderSeq, plannedOnce("orderSeq")))
    .orderBy(asc(payments.id))
    .prepare(),
);

export const refundsOfOrder = (orderSeq: number): RefundRow[] => refundsQuery().all({ orderSeq });

const refundsQuery = prepared(() =>
  db
    .select()
    .from(refunds)
    .where(eq(refunds.orderSeq, plannedOnce("orderSeq")))
    .orderBy(asc(refunds.id))
    .prepare(),
);

const counts = notInArray(refunds.state, ["failed", "withdrawn"]);
const sumOfAmounts = sql<number>`coalesce(sum(amount), 0)`;

/** What of a payment is not refunded, nor about to be. */
export function refundablePaise(payment: PaymentRow, reader: Reader = db) {
  const refunded = reader
    .select({ sum: sumOfAmounts })
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), counts))
    .get();
  return payment.amount - (refunded?.sum ?? 0);
}

const isAccepted = eq(payments.review, "");

/** What came in for an order, less what went back or is about to. Payments that staff must decide about do not count. */
export const balanceOf = (orderSeq: number) =>
  (acceptedQuery().get({ orderSeq })?.sum ?? 0) - (returnedQuery().get({ orderSeq })?.sum ?? 0);

const acceptedQuery = prepared(() =>
  db
    .select({ sum: sumOfAmounts })
    .from(payments)
    .where(and(eq(payments.orderSeq, sql.placeholder("orderSeq")), isAccepted))
    .prepare(),
);

const returnedQuery = prepared(() =>
  db
    .select({ sum: sql<number>`coalesce(sum(${refunds.amount}), 0)` })
    .from(refunds)
    .leftJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(refunds.orderSeq, sql.placeholder("orderSeq")),
        counts,
        or(isNull(payments.id), isAccepted),
      ),
    )
    .prepare(),
);

/** What of an order's price went back, or is about to, for single tickets. */
export const ticketRefundsPaise = (orderSeq: number) =>
  ticketRefundsQuery().get({ orderSeq })?.sum ?? 0;

const ticketRefundsQuery = prepared(() =>
  db
    .select({ sum: sumOfAmounts })
    .from(refunds)
    .where(
      and(eq(refunds.orderSeq, sql.placeholder("orderSeq")), eq(refunds.forTickets, true), counts),
    )
    .prepare(),
);

const refundedQuery = prepared(() =>
  db
    .select({ sum: sumOfAmounts })
    .from(refunds)
    .where(and(eq(refunds.orderSeq, sql.placeholder("orderSeq")), eq(refunds.state, "succeeded")))
    .prepare(),
);

/** What has gone back for an order. */
export const refundedPaise = (orderSeq: number) => refundedQuery().get({ orderSeq })?.sum ?? 0;

/**
 * What is missing of an order's price has come in by hand: Mark Paid, by a UPI transfer where there is its reference.
 * Refunds that nobody has sent yet are withdrawn where the price needs their money.
 */
export function settleByHand(
  tx: Tx,
  order: OrderRow,
  by: Initiator,
  upiReference = "",
  paidAt = Date.now(),
) {
  withdrawUnsent(tx, order);
  const earlier = paymentsOfOrder(order.seq);
  for (const { id, review, amount } of earlier)
    if (review === "choice" && missingPaise(order) >= amount) clearReview(tx, id);
  const missing = missingPaise(order);
  if (missing <= 0) return;
  addPayment(tx, {
    provider: upiReference ? "upi" : "manual",
    providerPaymentId: upiReference || `${order.id}-${earlier.length + 1}`,
    money: { amount: missing, currency: CURRENCY },
    method: order.paymentMethod,
    order,
    paidAt,
    by,
  });
}

/**
 * What of an order's price has not come in, or went back. An order that was paid before there was a ledger, and whose
 * money is still here, misses nothing.
 */
export function missingPaise({
  seq,
  totalPaise,
  refundDue,
}: Pick<OrderRow, "seq" | "totalPaise" | "refundDue">) {
  if (refundDue && paymentsOfOrder(seq).length === 0) return 0;
  return totalPaise - ticketRefundsPaise(seq) - balanceOf(seq);
}

/** An order that is paid has no use for other late money. */
export const markSurplus = (_: Tx, orderSeq: number) => surplusUpdate().run({ orderSeq });

const surplusUpdate = prepared(() =>
  db
    .update(payments)
    .set({ review: "duplicate", reviewNote: "The order was paid otherwise" })
    .where(and(eq(payments.orderSeq, sql.placeholder("orderSeq")), eq(payments.review, "choice")))
    .prepare(),
);

/** Whether staff look at a payment that was not what the order costs. */
export const hasOtherAmount = (orderSeq: number) =>
  paymentsOfOrder(orderSeq).some(({ review }) => review === "amount");

/** What staff or visitor have to decide about a payment; without a note, the one that it has. */
export const setReview = (tx: Tx, paymentId: number, review: Review, reviewNote?: string) =>
  tx.update(payments).set({ review, reviewNote }).where(eq(payments.id, paymentId)).run();

export const clearReview = (tx: Tx, paymentId: number) => setReview(tx, paymentId, "");

type RefundOptions = {
  by: Initiator;
  reason?: string;
  forTickets?: boolean;
  /** Staff have given the money already, or the bank reference of how they did. */
  isGiven?: boolean;
  bankReference?: string;
  /** UTC instant before which no provider is called. */
  notBefore?: number;
  now?: number;
};

/** Of which payments an amount for an order is given back: newest first. */
export function refundParts(orderSeq: number, amount: number, reader: Reader = db) {
  let left = amount;
  const accepted = paymentsOfOrder(orderSeq).filter(({ review }) => review === "");
  return accepted.reverse().flatMap((payment) => {
    const part = Math.min(left, refundablePaise(payment, reader));
    if (part <= 0) return [];
    left -= part;
    return [{ payment, part }];
  });
}

/**
 * Gives an amount back from the payments of an order, newest first: through the provider where the money came from one,
 * else by hand, which is recorded once it is given. Returns the rows; fewer than the amount when the rest is still to be
 * given by hand.
 */
export function refundOrder(
  tx: Tx,
  order: OrderRow,
  amount: number,
  { isGiven = false, ...options }: RefundOptions,
): RefundRow[] {
  const rows: RefundRow[] = [];
  for (const { payment, part } of refundParts(order.seq, amount, tx)) {
    if (isProvider(payment.provider) || isGiven)
      rows.push(
        addRefund(tx, {
          ...options,
          order,
          payment,
          amount: part,
          isGiven: !isProvider(payment.provider),
        }),
      );
  }
  if (paymentsOfOrder(order.seq).length === 0 && amount > 0 && isGiven)
    rows.push(addRefund(tx, { ...options, order, amount, isGiven }));
  return rows;
}

type NewRefund = RefundOptions & {
  amount: number;
  order?: OrderRow | undefined;
  payment?: PaymentRow;
};

/** One row, for a provider to be called afterwards, or given by hand. */
export function addRefund(
  tx: Tx,
  { order, payment, amount, by, isGiven = false, now = Date.now(), ...options }: NewRefund,
): RefundRow {
  const orderId = order?.id ?? payment?.orderId ?? "";
  const isSent = !isGiven && payment !== undefined && isProvider(payment.provider);
  const row = tx
    .insert(refunds)
    .values({
      reference: nextReference(tx, orderId || `payment-${payment?.receiptNumber ?? 0}`),
      paymentId: payment?.id ?? null,
      orderSeq: order?.seq ?? payment?.orderSeq ?? null,
      orderId,
      amount,
      method: isSent ? "provider" : "hand",
      forTickets: options.forTickets ?? false,
      requestedBy: nameOf(by),
      reason: options.reason ?? "",
      bankReference: options.bankReference ?? "",
      requestedAt: now,
      nextAttemptAt: isSent ? Math.max(now, options.notBefore ?? now) : null,
      shiftId: isSent ? null : shiftOf(by, tx),
    })
    .returning()
    .get();
  return isSent ? row : moveRefund(tx, row, { state: "succeeded" }, now);
}

/** A refund that was made at the provider, and not by this site. */
export const addReportedRefund = (
  tx: Tx,
  payment: PaymentRow,
  refundId: string,
  amount: number,
): RefundRow =>
  tx
    .insert(refunds)
    .values({
      reference: `provider-${payment.id}-${refundId}`,
      paymentId: payment.id,
      orderSeq: payment.orderSeq,
      orderId: payment.orderId,
      providerRefundId: refundId,
      amount,
      method: "provider",
      requestedBy: "provider",
      requestedAt: Date.now(),
    })
    .returning()
    .get();

/** Before the payment's id at the provider, where a bank has taken it back: no refund there has this id. */
export const DISPUTE_PREFIX = "dispute-";

/** Made at the provider, found by its reference: a point follows the hyphen. */
export const isReportedRefund = between(refunds.reference, "provider-", "provider.");

/** `refund-ZV-7G3K-2`: one more than there are, for failed ones keep theirs. */
function nextReference(tx: Tx, of: string) {
  const prefix = `refund-${of}-`;
  const used = tx
    .select({ number: sql<number>`count(*)` })
    .from(refunds)
    .where(between(refunds.reference, prefix, `${prefix}:`)) // a colon follows the digits
    .get();
  return `${prefix}${(used?.number ?? 0) + 1}`;
}

type RefundChange = Partial<
  Pick<RefundRow, "state" | "providerRefundId" | "bankReference" | "lastError" | "nextAttemptAt">
>;

const RANK: Record<RefundRow["state"], number> = {
  requested: 0,
  pending: 1,
  succeeded: 2,
  failed: 3,
  withdrawn: 3,
};
const ENDED = RANK.succeeded;

/**
 * Moves a refund forward; an earlier state, which comes late, changes nothing but what was unknown. Money that goes
 * counts on the day on which it went, money that comes back on the day on which it came.
 */
export function moveRefund(
  tx: Tx,
  refund: RefundRow,
  change: RefundChange,
  now = Date.now(),
): RefundRow {
  const state = change.state ?? refund.state;
  const isForward = RANK[state] > RANK[refund.state];
  const today = () => openDay(toLocalDate(now));
  const hasGone = isForward && state === "succeeded";
  const hasReturned = isForward && RANK[state] > ENDED && refund.day !== null;
  return tx
    .update(refunds)
    .set({
      ...change,
      state: isForward ? state : refund.state,
      ...(isForward && { nextAttemptAt: null }),
      ...(isForward && RANK[state] >= ENDED && { endedAt: now }),
      ...(hasGone && {
        day: today(),
        creditNoteNumber: (lastCreditNote().get()?.number ?? 0) + 1,
      }),
      ...(hasReturned && { returnedDay: today() }),
    })
    .where(eq(refunds.id, refund.id))
    .returning()
    .get();
}

/** The provider has not been called yet. */
export const isUnsent = ({ state, method, attempts }: RefundRow) =>
  state === "requested" && method === "provider" && attempts === 0;

/** Not those of single tickets, which stay refunded, nor of what came beyond the price. */
function withdrawUnsent(tx: Tx, order: OrderRow) {
  for (const refund of refundsOfOrder(order.seq).filter(isUnsent))
    if (!refund.forTickets && missingPaise(order) >= refund.amount)
      moveRefund(tx, refund, { state: "withdrawn" });
}

/** Refunds of an order that a provider has still to carry out. */
export const openRefundsOfOrder = (orderSeq: number, reader: Reader = db) =>
  reader
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderSeq, orderSeq), inArray(refunds.state, ["requested", "pending"])))
    .all();
