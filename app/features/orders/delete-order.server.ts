import { eq } from "drizzle-orm";
import { orders } from "db/schema";
import { authorize, type Actor } from "~/features/auth/permissions";
import { recordAudit } from "~/features/audit/record-audit.server";
import { transaction } from "~/lib/write-transaction.server";
import { countInside } from "~/features/tickets/tickets.server";
import { isActive } from "./order-status";
import { orderById } from "./orders.server";
import { releasePlaces } from "./reservations.server";

/** Deletes an order with its tickets and releases the places of those who have not come. Throws `not_found`. */
export function deleteOrder(actor: Actor, id: string) {
  authorize(actor, "orders.delete");

  transaction((tx) => {
    const order = orderById(id);
    if (isActive(order.status))
      releasePlaces(tx, order, order.ticketCount - countInside(order.seq, tx));
    tx.delete(orders).where(eq(orders.seq, order.seq)).run();
    recordAudit(tx, actor, {
      action: "order.delete",
      target: `order ${id}`,
      before: { status: order.status, visitDate: order.visitDate, total: order.totalPaise },
    });
  }, "availability");
}
