import { isolate } from "~/lib/text/clean-text";
import { and, eq, lt, or, sql } from "drizzle-orm";
import { db, type Tx } from "db/connection.server";
import { prepared } from "db/prepared.server";
import { orders } from "db/schema";
import { authorize, type Actor } from "~/features/auth/permissions";
import { findLastActor } from "~/features/audit/audit-log.server";
import { recordAudit } from "~/features/audit/record-audit.server";
import { neverPaidPaise } from "~/features/groups/group-orders.server";
import { DomainError } from "~/lib/errors";
import { enqueueMail } from "~/features/mail/enqueue-mail.server";
import {
  balanceOf,
  openRefundsOfOrder,
  paymentsOfOrder,
  refundOrder,
  ticketRefundsPaise,
} from "~/features/payments/ledger.server";
import { assertMayRefund } from "~/features/payments/refund-right.server";
import { transaction } from "~/lib/write-transaction.server";
import { isActive, orderChangedError } from "./order-status";
import { refundPaise } from "~/features/tickets/people-inside.server";
import { peopleOutside } from "~/features/tickets/tickets.server";
import { orderById, withLines } from "./orders.server";
import type { Order } from "./order.types";

/** Refunds that are still to be paid: by staff, who record it, or by a provider that has yet to carry them out. */

const ACTION = "order.repay";

/** As in the condition of the partial index. */
export const isRefundDue = sql`${orders.refundDue} = 1`;

const refundsDueQuery = prepared(() =>
  db
    .select({
      orders: sql<number>`count(*)`,
      paise: sql<number>`coalesce(sum(${orders.totalPaise}), 0)`,
    })
    .from(orders)
    .where(isRefundDue)
    .prepare(),
);

/** In paise. */
export function totalRefundsDue(actor: Actor) {
  authorize(actor, "orders.read");
  const { orders: count, paise } = refundsDueQuery().get() ?? { orders: 0, paise: 0 };
  const notDue = withLines(reducedQuery().all()).reduce(
    (sum, order) => sum + order.totalPaise - refundPaise(order),
    0,
  );
  return { orders: count, paise: paise - notDue };
}

const hasTicketRefunds = sql`EXISTS (SELECT 1 FROM refunds WHERE order_seq = ${orders.seq} AND for_tickets = 1)`;

const isOfGroup = sql`EXISTS (SELECT 1 FROM group_orders WHERE order_seq = ${orders.seq})`;

/** Those of which less than the total is due. */
const reducedQuery = prepared(() =>
  db
    .select()
    .from(orders)
    .where(and(isRefundDue, or(lt(peopleOutside, orders.ticketCount), hasTicketRefunds, isOfGroup)))
    .prepare(),
);

/** Name of the admin who recorded the refund. */
export const refundedBy = (id: string) => findLastActor(ACTION, `order ${id}`)?.name;

/**
 * The money of an inactive order has been given back by hand; what came through a provider, the provider gives back.
 * Repeating it changes nothing. Throws `conflict` for an active order, a refund that is on its way, and one that somebody
 * else recorded.
 */
export function markRefundPaid(actor: Actor, id: string): Order {
  authorize(actor, "orders.refund");
  return transaction((tx) => {
    const order = orderById(id);
    const target = `order ${id}`;
    if (isActive(order.status)) throw new DomainError("conflict", orderChangedError(order));
    if (!order.refundDue) {
      const by = findLastActor(ACTION, target);
      if (by?.id === actor.id) return order;
      const isRepaid = by && `${isolate(by.name)} has marked order ${id} as repaid already`;
      throw new DomainError("conflict", isRepaid ?? `Nothing of order ${id} is to be given back`);
    }
    if (openRefundsOfOrder(order.seq, tx).length > 0)
      throw new DomainError("conflict", `The refund of order ${id} is on its way already`);
    const due = duePaise(tx, order);
    assertMayRefund(tx, actor, order, due);
    refundOrder(tx, order, due, { by: actor, isGiven: true });
    if (openRefundsOfOrder(order.seq, tx).length > 0) return order;
    recordAudit(tx, actor, { action: ACTION, target, after: { total: refundPaise(order) } });
    endRefundDue(tx, order);
    enqueueMail(tx, "repaid", order);
    return orderById(id);
  }, "none");
}

/** What of the money for an inactive order is neither given back nor the price of people inside. */
function duePaise(tx: Tx, order: Order) {
  const refund = refundPaise(order);
  if (paymentsOfOrder(order.seq).length === 0) return refund;
  const price = order.totalPaise - ticketRefundsPaise(order.seq) - neverPaidPaise(order, tx);
  return balanceOf(order.seq) - (price - refund);
}

const endRefundDue = (tx: Tx, { seq }: Order) =>
  tx
    .update(orders)
    .set({ refundDue: false, updatedAt: Date.now() })
    .where(eq(orders.seq, seq))
    .run();

/** After a refund has ended: nothing is due any more when all of it has gone. */
export function updateRefundDue(tx: Tx, orderId: string) {
  const order = orderById(orderId);
  if (!order.refundDue || isActive(order.status)) return;
  if (openRefundsOfOrder(order.seq, tx).length === 0 && duePaise(tx, order) <= 0)
    endRefundDue(tx, order);
}
