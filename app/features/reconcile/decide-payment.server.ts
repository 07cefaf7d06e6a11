import { eq } from "drizzle-orm";
import type { Tx } from "db/connection.server";
import { orders, payments } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor, type Staff } from "~/features/auth/permissions";
import { enqueueMail } from "~/features/mail/enqueue-mail.server";
import { expireUnpaid } from "~/features/orders/expire-orders.server";
import { isActive } from "~/features/orders/order-status";
import { changeOrderStatus } from "~/features/orders/order-status.server";
import type { Order } from "~/features/orders/order.types";
import { orderById } from "~/features/orders/orders.server";
import {
  addRefund,
  clearReview,
  refundablePaise,
  type PaymentRow,
} from "~/features/payments/ledger.server";
import { isProvider, type Review } from "~/features/payments/payment.rules";
import { assertMayRefund } from "~/features/payments/refund-right.server";
import { hasSlotEnded } from "~/features/slots/slot-times.server";
import { DomainError } from "~/lib/errors";
import { formatRupees } from "~/lib/money";
import { compactCode } from "~/lib/text/clean-text";
import { transaction } from "~/lib/write-transaction.server";
import { assertOwnDecision, type Decision } from "./decisions.server";
import { CONFIRMED, isMissing } from "./find-rows.server";
import { amountToPay, groupOrderOf } from "~/features/groups/group-orders.server";
import { followPart } from "~/features/groups/part-payments.server";

/** What staff decide about money that came in. Repeating a decision changes nothing. All throw `not_found` and `conflict`. */

type Work = { tx: Tx; actor: Staff; payment: PaymentRow; order: Order | undefined };

function decide(
  actor: Actor,
  id: number,
  action: Decision,
  isOpen: (payment: PaymentRow) => boolean,
  work: (parts: Work) => Record<string, unknown> | void,
) {
  authorize(actor, action === "payment.refund" ? "orders.refund" : "orders.update");
  transaction((tx) => {
    const payment = tx.select().from(payments).where(eq(payments.id, id)).get();
    if (!payment) throw new DomainError("not_found", "Payment not found");
    const target = `payment ${payment.receiptNumber}`;
    if (!isOpen(payment)) return assertOwnDecision(actor, target, action);
    const order = payment.orderSeq === null ? undefined : orderById(payment.orderId);
    const more = work({ tx, actor, payment, order });
    recordAudit(tx, actor, {
      action,
      target,
      after: { amountPaise: payment.amount, ...(order && { order: order.id }), ...more },
    });
  }, "availability");
}

const isIn =
  (...reviews: Review[]) =>
  ({ review }: PaymentRow) =>
    reviews.includes(review);

const REASONS: Record<Review, string> = {
  "": "",
  choice: "Paid too late",
  duplicate: "Paid twice",
  amount: "Another amount than the price",
  unmatched: "For no known order",
  dispute: "",
};

/** The money goes back to where it came from; what came by hand, staff have given back. */
export const refundPayment = (actor: Actor, id: number) =>
  decide(
    actor,
    id,
    "payment.refund",
    isIn("choice", "unmatched", "duplicate", "amount"),
    ({ tx, actor: by, payment, order }) => {
      const amount = refundablePaise(payment, tx);
      const reason = REASONS[payment.review];
      const isGiven = !isProvider(payment.provider);
      assertMayRefund(tx, by, order, amount);
      if (amount > 0) addRefund(tx, { order, payment, amount, by, reason, isGiven });
      clearReview(tx, payment.id);
      if (!order || isActive(order.status)) return;
      if (isGiven) return enqueueMail(tx, "repaid", order);
      tx.update(orders)
        .set({ refundDue: true, updatedAt: Date.now() })
        .where(eq(orders.seq, order.seq))
        .run();
      enqueueMail(tx, "refunded", order);
    },
  );

/**
 * The order is paid with it, whatever its price; less than what a group has to pay is a part. A visit that is over is
 * moved first.
 */
export const acceptPayment = (actor: Actor, id: number) =>
  decide(
    actor,
    id,
    "payment.accept",
    isIn("choice", "amount"),
    ({ tx, actor: by, payment, order }) => {
      if (!order) throw new DomainError("conflict", "Its order was deleted. Refund it.");
      if (!isActive(order.status)) assertNotOver(order);
      clearReview(tx, payment.id);
      payWith(tx, by, order);
    },
  );

function assertNotOver({ visitDate, visitSlot }: Order) {
  if (hasSlotEnded(visitDate, visitSlot))
    throw new DomainError("conflict", "The visit is over. Move it on the order's page, or refund.");
}

function payWith(tx: Tx, by: Staff, { id, ...visit }: Order) {
  expireUnpaid(tx, Date.now(), visit);
  const order = orderById(id);
  if (groupOrderOf(order.seq) && order.status !== "paid") return followPart(tx, by, order);
  changeOrderStatus(tx, by, order, "paid", { isSettled: true });
}

/** It is for another order than it names. What that one costs, pays it; all else is decided as if it had named it. */
export const attachPayment = (actor: Actor, id: number, typed: string) =>
  decide(
    actor,
    id,
    "payment.attach",
    (payment) => isAttachable(payment) && !isAttachedTo(payment, typed),
    ({ tx, actor: by, payment }) => {
      const order = orderNamed(typed);
      if (refundablePaise(payment, tx) < payment.amount)
        throw new DomainError("conflict", "Some of it has gone back already");
      const { review, reviewNote } = judge(payment, order);
      tx.update(payments)
        .set({ orderSeq: order.seq, orderId: order.id, review, reviewNote })
        .where(eq(payments.id, payment.id))
        .run();
      if (review === "") payWith(tx, by, order);
      return { order: order.id };
    },
  );

const isAttachable = isIn("choice", "unmatched");

const isAttachedTo = ({ orderSeq, orderId }: PaymentRow, typed: string) =>
  orderSeq !== null && compactCode(orderId) === compactCode(typed);

function orderNamed(typed: string) {
  const code = compactCode(typed);
  try {
    return orderById(code.replace(/^(?:ZV)?/, "ZV-"));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const message = code === "" ? "Enter an order number" : "There is no such order";
    throw new DomainError("invalid", message, [{ path: "order", message }]);
  }
}

function judge(
  { amount, currency }: PaymentRow,
  order: Order,
): { review: Review; reviewNote: string } {
  if (order.status === "paid")
    return { review: "duplicate", reviewNote: "The order was paid already" };
  const toPay = amountToPay(order);
  if (amount !== toPay || currency !== order.currency)
    return { review: "amount", reviewNote: `${formatRupees(toPay)} was to be paid` };
  if (order.status === "pending") return { review: "", reviewNote: "" };
  return { review: "choice", reviewNote: `The order was ${order.status} before the money came` };
}

/** It is not at its provider, but at the bank. */
export const confirmPayment = (actor: Actor, id: number, bankReference: string) =>
  decide(actor, id, "payment.confirm", isMissing, ({ tx, payment }) => {
    tx.update(payments)
      .set({ reviewNote: CONFIRMED + bankReference })
      .where(eq(payments.id, payment.id))
      .run();
    return { bankReference };
  });
