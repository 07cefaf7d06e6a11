import { eq, sql } from "drizzle-orm";
import { db } from "db/client.server";
import { orders } from "db/schema";
import { allow, type Actor } from "~/features/auth/permissions";
import { whoDid } from "~/features/audit/audit-log.server";
import { record } from "~/features/audit/record-audit.server";
import { DomainError } from "~/lib/errors";
import { queueMail } from "~/features/mail/enqueue-mail.server";
import { inTransaction } from "~/lib/write-transaction.server";
import { holdsPlaces } from "./order.rules";
import { orderById, type Order } from "./orders.server";

/** Money of cancelled and refunded orders that the zoo still has. The site moves none: staff give it back, and note it. */

const REPAY = "order.repay";

/** True for the orders whose money is owed, in the words of their index. */
export const isOwed = sql`${orders.owed} = 1`;

const owedNow = db
  .select({
    orders: sql<number>`count(*)`,
    paise: sql<number>`coalesce(sum(${orders.totalPaise}), 0)`,
  })
  .from(orders)
  .where(isOwed)
  .prepare();

/** How many orders are owed their money, and how much that is in paise. */
export function owedMoney(actor: Actor) {
  allow(actor, "orders.read");
  return owedNow.get() ?? { orders: 0, paise: 0 };
}

/** Who gave an order's money back last, by name; undefined where nobody noted that. */
export const repaidBy = (id: string) => whoDid(REPAY, `order ${id}`)?.name;

/**
 * Notes that staff have given an order's money back, and tells its visitor. A second press changes nothing. Throws
 * `not_found`, and `conflict` for an order that stands, or whose money a colleague has given back.
 */
export function noteRepaid(actor: Actor, id: string): Order {
  allow(actor, "orders.update");
  return inTransaction((tx) => {
    const order = orderById(id);
    const target = `order ${id}`;
    if (holdsPlaces(order.status)) {
      const message = `Order ${id} is now ${order.status}. Check it, then try again.`;
      throw new DomainError("conflict", message);
    }
    if (!order.owed) {
      const by = whoDid(REPAY, target);
      if (by?.id === actor.id) return order;
      const isRepaid = by && `${by.name} has marked order ${id} as repaid already`;
      throw new DomainError("conflict", isRepaid ?? `Nothing of order ${id} is to be given back`);
    }
    tx.update(orders)
      .set({ owed: false, updatedAt: Date.now() })
      .where(eq(orders.seq, order.seq))
      .run();
    record(tx, actor, { action: REPAY, target, after: { total: order.totalPaise } });
    queueMail(tx, "repaid", order);
    return orderById(id);
  }, "nothing");
}
