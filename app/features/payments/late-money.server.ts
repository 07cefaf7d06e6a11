import { and, eq } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { orders, payments } from "db/schema";
import type { Staff } from "~/features/auth/permissions";
import { recordAudit } from "~/features/audit/record-audit.server";
import { findVisitorOrder } from "~/features/booking/visitor-order.server";
import { enqueueMail } from "~/features/mail/enqueue-mail.server";
import { STATUS_REASONS } from "~/features/orders/order-status";
import { changeOrderStatus } from "~/features/orders/order-status.server";
import type { MoveVisit } from "~/features/orders/order.schema";
import type { Order } from "~/features/orders/order.types";
import { orderById } from "~/features/orders/orders.server";
import { expireUnpaid } from "~/features/orders/expire-orders.server";
import {
  assertVisitNotPast,
  assertWithinBookingWindow,
} from "~/features/orders/visit-rules.server";
import { hasSlotEnded } from "~/features/slots/slot-times.server";
import { DAY_MS } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { transaction } from "~/lib/write-transaction.server";
import { addRefund, clearReview, type PaymentRow } from "./ledger.server";
import { isProvider } from "./payment.rules";

/** Money that came when its order was over: its visitor chooses another slot or the money back. */

const isLate = eq(payments.review, "choice");

export const lateMoneyOf = (orderSeq: number, reader: Reader = db): PaymentRow | undefined =>
  reader
    .select()
    .from(payments)
    .where(and(eq(payments.orderSeq, orderSeq), isLate))
    .limit(1)
    .get();

/** Pays the order with its late money, for another visit. Repeating it changes nothing. Throws `conflict`. */
export function spendLateMoney(id: string, key: string, visit: MoveVisit): Order {
  findVisitorOrder(id, key);
  return transaction((tx) => {
    const now = Date.now();
    expireUnpaid(tx, now, visit);
    const order = orderById(id);
    const payment = lateMoneyOf(order.seq, tx);
    if (!payment && order.status === "paid") return order;
    if (!payment) throw nothingLeft();
    assertVisitNotPast(visit, now);
    assertWithinBookingWindow(visit.visitDate, now);
    tx.update(orders)
      .set({ visitDate: visit.visitDate, visitSlot: visit.visitSlot, updatedAt: now })
      .where(eq(orders.seq, order.seq))
      .run();
    clearReview(tx, payment.id);
    const moved = orderById(id);
    changeOrderStatus(tx, "visitor", moved, "paid", { isSettled: true });
    return orderById(id);
  }, "availability");
}

/** Gives late money back. Repeating it changes nothing. Throws `conflict`. */
export function returnLateMoney(id: string, key: string): Order {
  findVisitorOrder(id, key);
  return transaction((tx) => {
    const order = orderById(id);
    const payment = lateMoneyOf(order.seq, tx);
    if (payment) refundLateMoney(tx, order, payment, "visitor");
    else if (!order.refundDue) throw nothingLeft();
    return orderById(id);
  }, "none");
}

const nothingLeft = () =>
  new DomainError("conflict", "There is nothing left to choose. Look at the booking again.");

/** The order says until the money has gone that it is to be given back; what has come by hand, staff give back. */
function refundLateMoney(
  tx: Tx,
  order: Order,
  payment: PaymentRow,
  by: Staff | "visitor" | "site",
) {
  const reason = by === "site" ? "Paid too late" : STATUS_REASONS.refundedToVisitor;
  if (isProvider(payment.provider))
    addRefund(tx, { order, payment, amount: payment.amount, by, reason });
  clearReview(tx, payment.id);
  tx.update(orders)
    .set({ refundDue: true, updatedAt: Date.now() })
    .where(eq(orders.seq, order.seq))
    .run();
  recordAudit(tx, by, {
    action: "payment.return",
    target: `order ${order.id}`,
    after: { amount: payment.amount },
  });
  enqueueMail(tx, "refunded", order);
}

const CHOICE_DAYS = 3;

/** After three days, or when the visit is over, the money goes back without a choice. */
export function giveBackLateMoney(now = Date.now()) {
  const waiting = db.select().from(payments).where(isLate).all();
  for (const payment of waiting.filter(({ orderSeq }) => orderSeq !== null)) {
    transaction((tx) => {
      const order = orderById(payment.orderId);
      const isOver = now - payment.createdAt > CHOICE_DAYS * DAY_MS;
      if (!isOver && !hasSlotEnded(order.visitDate, order.visitSlot, now)) return;
      if (lateMoneyOf(order.seq, tx)) refundLateMoney(tx, order, payment, "site");
    }, "none");
  }
}
