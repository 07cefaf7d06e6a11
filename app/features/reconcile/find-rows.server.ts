import { and, eq, inArray, lt, ne, or, sql } from "drizzle-orm";
import { db, type Reader } from "db/connection.server";
import { filterWithoutIndex } from "db/query-plans.server";
import { checkoutSessions, orders, payments, refunds } from "db/schema";
import { authorize, type Actor } from "~/features/auth/permissions";
import { orderById } from "~/features/orders/orders.server";
import { isActiveSession } from "~/features/payments/apply-event.server";
import { LAST_POLL_MS } from "~/features/payments/checkout.server";
import {
  balanceOf,
  DISPUTE_PREFIX,
  isReportedRefund,
  refundablePaise,
  ticketRefundsPaise,
  type PaymentRow,
  type RefundRow,
} from "~/features/payments/ledger.server";
import { isProvider, PROVIDER_LABEL } from "~/features/payments/payment.rules";
import { lastComparison } from "~/features/payments/payment-jobs.server";
import { PROVIDERS, type ProviderName } from "~/features/payments/provider";
import { failedEvents } from "~/features/payments/webhook.server";
import { refundPaise } from "~/features/tickets/people-inside.server";
import { waitingTransfers } from "~/features/transfers/bank-references.server";
import { HOUR_MS } from "~/lib/dates";
import { formatRupees } from "~/lib/money";
import type { RowKind } from "./reconcile.rules";
import { neverPaidPaise } from "~/features/groups/group-orders.server";

export type ReconcileRow = {
  kind: RowKind;
  /** In its table. */
  id: number;
  at: number;
  /** In paise; null: it is about no amount. */
  amount: number | null;
  orderId: string;
  /** False for a deleted order. */
  hasOrder: boolean;
  note: string;
  /** It goes back by hand. */
  byHand?: boolean;
};

/** All that needs a member of staff, oldest first. */
export function findRows(actor: Actor, now = Date.now()): ReconcileRow[] {
  authorize(actor, "orders.read");
  return [
    ...transfersToFind(),
    ...paymentsToReview(),
    ...missingPayments(),
    ...unsentRefunds(now),
    ...reportedRefunds(),
    ...openSessions(now),
    ...unappliedEvents(),
  ].toSorted((a, b) => a.at - b.at);
}

/** For the dashboard. Disputes are the provider's to decide. */
export const countRows = (actor: Actor) =>
  findRows(actor).filter(({ kind }) => kind !== "dispute").length;

const toRow = (kind: RowKind, payment: PaymentRow, note: string): ReconcileRow => ({
  kind,
  id: payment.id,
  at: payment.paidAt,
  amount: payment.amount,
  orderId: payment.orderId,
  hasOrder: payment.orderSeq !== null,
  note,
  byHand: !isProvider(payment.provider),
});

const transfersToFind = (): ReconcileRow[] =>
  waitingTransfers().map(({ seq, id, reference, givenAt, toPay }) => ({
    ...{ kind: "transfer", id: seq, at: givenAt, amount: toPay },
    ...{ orderId: id, hasOrder: true, note: `UPI reference ${reference}` },
  }));

const paymentsToReview = () =>
  db
    .select()
    .from(payments)
    .where(ne(payments.review, ""))
    .all()
    .flatMap((payment) =>
      payment.review === ""
        ? []
        : [toRow(payment.review, payment, payment.review === "dispute" ? "" : payment.reviewNote)],
    );

/** Of a payment that staff have found at the bank. */
export const CONFIRMED = "Confirmed: ";

/** The last comparison did not find it at its provider, and nobody has confirmed it. */
export const isMissing = ({ provider, receiptNumber, reviewNote }: PaymentRow) =>
  !reviewNote.startsWith(CONFIRMED) &&
  (lastComparison(provider as ProviderName)?.missing.includes(receiptNumber) ?? false);

function missingPayments() {
  const numbers = PROVIDERS.flatMap((name) => lastComparison(name)?.missing ?? []);
  return db
    .select()
    .from(payments)
    .where(inArray(payments.receiptNumber, numbers))
    .all()
    .filter((payment) => isMissing(payment))
    .map((payment) =>
      toRow("missing", payment, `${PROVIDER_LABEL[payment.provider]} does not list it`),
    );
}

/** The provider has been called and has not answered for so long. */
const STUCK_MS = HOUR_MS;

export const isStuck = ({ state, attempts, requestedAt }: RefundRow, now = Date.now()) =>
  state === "requested" && attempts > 0 && requestedAt < now - STUCK_MS;

const ofRefund = (kind: RowKind, refund: RefundRow, note: string): ReconcileRow => ({
  kind,
  id: refund.id,
  at: refund.requestedAt,
  amount: refund.amount,
  orderId: refund.orderId,
  hasOrder: refund.orderSeq !== null,
  note,
});

function unsentRefunds(now: number) {
  const rows = db
    .select()
    .from(refunds)
    .where(
      or(
        eq(refunds.state, "failed"),
        and(eq(refunds.state, "requested"), lt(refunds.requestedAt, now - STUCK_MS)),
      ),
    )
    .all();
  return rows
    .filter((refund) => isStuck(refund, now) || isStillDue(refund))
    .map((refund) =>
      ofRefund(refund.state === "failed" ? "failed" : "stuck", refund, refund.lastError),
    );
}

/** Whether the money of a refund that failed should still go back. */
export function isStillDue(refund: RefundRow, reader: Reader = db) {
  if (refund.state !== "failed") return false;
  const payment = paymentOf(refund, reader);
  if (payment && refundablePaise(payment, reader) < refund.amount) return false;
  if (refund.orderSeq === null || refund.forTickets) return true;
  return surplusPaise(refund.orderId, refund.orderSeq, reader) >= refund.amount;
}

export const paymentOf = ({ paymentId }: RefundRow, reader: Reader = db) =>
  paymentId === null
    ? undefined
    : reader.select().from(payments).where(eq(payments.id, paymentId)).get();

/** What is here for an order beyond its price; for one that is over, beyond that of people inside. */
function surplusPaise(orderId: string, seq: number, reader: Reader) {
  const order = orderById(orderId);
  const price = order.totalPaise - ticketRefundsPaise(seq) - neverPaidPaise(order, reader);
  const due = { pending: 0, paid: price, cancelled: NaN, refunded: NaN }[order.status];
  return balanceOf(seq) - (Number.isNaN(due) ? price - refundPaise(order) : due);
}

/** Made in the provider's dashboard, of an order that is still paid. A lost dispute is none. */
const isMadeThere = and(
  isReportedRefund,
  eq(refunds.forTickets, false),
  inArray(refunds.state, ["pending", "succeeded"]),
  sql`coalesce(${refunds.providerRefundId}, '') NOT LIKE ${`${DISPUTE_PREFIX}%`}`,
  eq(filterWithoutIndex(orders.status), "paid"),
);

const reportedQuery = (reader: Reader) =>
  reader
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(orders, eq(orders.seq, refunds.orderSeq))
    .where(isMadeThere)
    .all()
    .map(({ refund }) => refund)
    .filter(({ orderId, orderSeq }) => surplusPaise(orderId, orderSeq ?? 0, reader) < 0);

const reportedRefunds = () =>
  reportedQuery(db).map((refund) =>
    ofRefund("reported", refund, `${formatRupees(refund.amount)} went back there`),
  );

export const isReported = ({ id }: RefundRow, reader: Reader) =>
  reportedQuery(reader).some((refund) => refund.id === id);

const openSessions = (now: number): ReconcileRow[] =>
  db
    .select()
    .from(checkoutSessions)
    .where(and(isActiveSession, lt(checkoutSessions.expiresAt, now - LAST_POLL_MS)))
    .all()
    .map(({ id, expiresAt, amount, orderId, orderSeq, lastFailure }) => ({
      kind: "session",
      id,
      at: expiresAt,
      amount,
      orderId,
      hasOrder: orderSeq !== null,
      note: lastFailure,
    }));

const unappliedEvents = (): ReconcileRow[] =>
  failedEvents().map(({ id, receivedAt, provider, type, error }) => ({
    kind: "event",
    id,
    at: receivedAt,
    amount: null,
    orderId: "",
    hasOrder: false,
    note: `${PROVIDER_LABEL[provider]}, ${type}: ${error}`,
  }));
