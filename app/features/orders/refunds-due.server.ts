import { isolate } from "~/lib/text/clean-text";
import { and, eq, lt, sql } from "drizzle-orm";
import { db } from "db/connection.server";
import { prepared } from "db/prepared.server";
import { orders } from "db/schema";
import { authorize, type Actor } from "~/features/auth/permissions";
import { findLastActor } from "~/features/audit/audit-log.server";
import { recordAudit } from "~/features/audit/record-audit.server";
import { DomainError } from "~/lib/errors";
import { enqueueMail } from "~/features/mail/enqueue-mail.server";
import { transaction } from "~/lib/write-transaction.server";
import { isActive, orderChangedError } from "./order-status";
import { refundPaise } from "~/features/tickets/people-inside.server";
import { peopleOutside } from "~/features/tickets/tickets.server";
import { orderById, withLines } from "./orders.server";
import type { Order } from "./order.types";

/** Refunds that are still to be paid. The site transfers no money: staff pay and record it. */

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
  const forInside = withLines(partlyInsideQuery().all()).reduce(
    (sum, order) => sum + order.totalPaise - refundPaise(order),
    0,
  );
  return { orders: count, paise: paise - forInside };
}

const partlyInsideQuery = prepared(() =>
  db
    .select()
    .from(orders)
    .where(and(isRefundDue, lt(peopleOutside, orders.ticketCount)))
    .prepare(),
);

/** Name of the admin who recorded the refund. */
export const refundedBy = (id: string) => findLastActor(ACTION, `order ${id}`)?.name;

/** Repeating it changes nothing. Throws `conflict` for an active order or a refund that somebody else recorded. */
export function markRefundPaid(actor: Actor, id: string): Order {
  authorize(actor, "orders.update");
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
    tx.update(orders)
      .set({ refundDue: false, updatedAt: Date.now() })
      .where(eq(orders.seq, order.seq))
      .run();
    recordAudit(tx, actor, { action: ACTION, target, after: { total: refundPaise(order) } });
    enqueueMail(tx, "repaid", order);
    return orderById(id);
  }, "none");
}
