import { and, eq, sql } from "drizzle-orm";
import { db, type Tx } from "db/connection.server";
import { prepared } from "db/prepared.server";
import { checkoutSessions, payments, refunds } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import type { Order } from "~/features/orders/order.types";
import { orderById } from "~/features/orders/orders.server";
import { updateRefundDue } from "~/features/orders/refunds-due.server";
import { DAY_MS } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { prepareUpdate } from "~/lib/sql.server";
import {
  addPayment,
  addReportedRefund,
  clearReview,
  DISPUTE_PREFIX,
  moveRefund,
  refundablePaise,
  setReview,
  type PaymentRow,
} from "./ledger.server";
import type { Review } from "./payment.rules";
import type { ProviderEvent, ProviderName } from "./provider";
import { applyPayment, judgePayment } from "./receive-payment.server";

/**
 * What a provider reports, whether by webhook, return, poll or daily comparison, changes the ledger and its order here,
 * in the caller's transaction. Events repeat, get lost and come in any order; nothing un-captures a payment.
 */

type Applied = "applied" | "ignored";

type Of<Type extends ProviderEvent["type"]> = Extract<ProviderEvent, { type: Type }>;

/** Throws `not_found` for a refund or dispute of a payment that is not here yet, so that it is applied later. */
export function applyProviderEvent(tx: Tx, provider: ProviderName, event: ProviderEvent): Applied {
  if (event.type === "captured") return applyCapture(tx, provider, event);
  if (event.type === "refund") return applyRefund(tx, provider, event);
  if (event.type === "dispute") return applyDispute(tx, provider, event);
  return applySessionEvent(tx, event);
}

export type SessionRow = typeof checkoutSessions.$inferSelect;

/** A visitor can pay on its page, or soon. */
export const isActive = ({ state }: SessionRow) => state === "creating" || state === "open";

/** The same in SQL: literals, because SQLite finds no partial index for bound values. */
export const isActiveSession = sql`${checkoutSessions.state} IN ('creating', 'open')`;

const sessionQuery = prepared(() =>
  db
    .select()
    .from(checkoutSessions)
    .where(eq(checkoutSessions.reference, sql.placeholder("reference")))
    .prepare(),
);

export const updateSession = (tx: Tx, { id }: SessionRow, change: Partial<SessionRow>) =>
  void tx
    .update(checkoutSessions)
    .set({ ...change, updatedAt: Date.now() })
    .where(eq(checkoutSessions.id, id))
    .run();

/** Nothing more is to be asked about it, or only at `nextPollAt` (UTC instant). */
const endSession = (
  _: Tx,
  { id }: SessionRow,
  state: "paid" | "closed",
  nextPollAt: number | null,
) => saveEnd(id, { state, nextPollAt, updatedAt: Date.now() });

const saveEnd = prepareUpdate(checkoutSessions, "id", "state", "nextPollAt", "updatedAt");

const paymentQuery = prepared(() =>
  db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.provider, sql.placeholder("provider")),
        eq(payments.providerPaymentId, sql.placeholder("paymentId")),
      ),
    )
    .prepare(),
);

function knownPayment(provider: ProviderName, paymentId: string) {
  const payment = paymentQuery().get({ provider, paymentId });
  if (!payment) throw new DomainError("not_found", "It is about a payment that is not here");
  return payment;
}

function applyCapture(tx: Tx, provider: ProviderName, event: Of<"captured">): Applied {
  if (paymentQuery().get({ provider, paymentId: event.paymentId })) return "ignored";
  const session = sessionQuery().get({ reference: event.reference });
  const order = session?.orderSeq ? orderById(session.orderId) : undefined;
  const { review, note } = judge(session, order, event);
  const payment = addPayment(tx, {
    provider,
    providerPaymentId: event.paymentId,
    money: event.money,
    method: event.method,
    fee: event.fee,
    paidAt: event.occurredAt,
    order,
    by: "provider",
    ...(session ? { sessionId: session.id, orderId: session.orderId } : {}),
    review,
    reviewNote: note,
  });
  if (session) endSession(tx, session, "paid", null);
  recordAudit(tx, "site", {
    action: "payment.capture",
    target: order ? `order ${order.id}` : `payment ${payment.receiptNumber}`,
    after: { amount: payment.amount, provider, ...(review && { review }) },
  });
  if (order) applyPayment(tx, "site", order, payment);
  return "applied";
}

/** Which row of the table in decision 020 the money falls under. */
function judge(
  session: SessionRow | undefined,
  order: Order | undefined,
  { money, reference }: Of<"captured">,
): { review: Review; note: string } {
  if (!session || !order) {
    const what = session ? `order ${session.orderId}, which was deleted` : `"${reference}"`;
    return { review: "unmatched", note: `It names ${what}` };
  }
  return judgePayment(order, money, session);
}

function applySessionEvent(tx: Tx, event: Of<"attempt_failed"> | Of<"session_closed">): Applied {
  const session = sessionQuery().get({ reference: event.reference });
  if (!session || !isActive(session)) return "ignored";
  if (event.type === "attempt_failed") {
    updateSession(tx, session, { lastFailure: event.reason.slice(0, 200) || "The payment failed" });
    return "applied";
  }
  // A bank may still carry out an attempt that seemed to fail.
  const nextPollAt = session.lastFailure ? Date.now() + DAY_MS : null;
  endSession(tx, session, "closed", nextPollAt);
  return "applied";
}

function applyRefund(tx: Tx, provider: ProviderName, event: Of<"refund">): Applied {
  const payment = knownPayment(provider, event.paymentId);
  const known = tx.select().from(refunds).where(eq(refunds.paymentId, payment.id)).all();
  const refund =
    known.find(({ providerRefundId }) => providerRefundId === event.refundId) ??
    known.find((row) => row.providerRefundId === null && row.reference === event.reference) ??
    addReportedRefund(tx, payment, event.refundId, event.money.amount);
  moveRefund(tx, refund, {
    state: event.state,
    providerRefundId: event.refundId,
    ...(event.bankReference && { bankReference: event.bankReference }),
    ...(event.reason && { lastError: event.reason.slice(0, 200) }),
  });
  if (payment.review !== "" && refundablePaise(payment, tx) <= 0) clearReview(tx, payment.id);
  if (payment.orderSeq !== null) updateRefundDue(tx, payment.orderId);
  return "applied";
}

/** A payment that its bank takes back is taken once, however often its dispute is opened and lost. */
function takeBack(tx: Tx, payment: PaymentRow, { paymentId, money }: Of<"dispute">) {
  const id = DISPUTE_PREFIX + paymentId;
  const isThis = and(eq(refunds.paymentId, payment.id), eq(refunds.providerRefundId, id));
  if (tx.select().from(refunds).where(isThis).get()) return;
  const taken = addReportedRefund(tx, payment, id, money.amount);
  moveRefund(tx, taken, { state: "succeeded", providerRefundId: id });
}

function applyDispute(tx: Tx, provider: ProviderName, event: Of<"dispute">): Applied {
  const payment = knownPayment(provider, event.paymentId);
  const isOpen = event.state === "open";
  if (isOpen ? payment.review !== "" : payment.review !== "dispute") return "ignored";
  setReview(tx, payment.id, isOpen ? "dispute" : "");
  if (event.state === "lost") takeBack(tx, payment, event);
  recordAudit(tx, "site", {
    action: "payment.dispute",
    target: `order ${payment.orderId}`,
    after: { amount: event.money.amount, state: event.state },
  });
  return "applied";
}
