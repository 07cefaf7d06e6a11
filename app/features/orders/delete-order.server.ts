import { eq } from "drizzle-orm";
import { orders } from "db/schema";
import { allow, type Actor } from "~/features/auth/permissions";
import { record } from "~/features/audit/record-audit.server";
import { inTransaction } from "~/lib/write-transaction.server";
import { holdsPlaces } from "./order.rules";
import { orderById } from "./orders.server";
import { releasePlaces } from "./reservations.server";

/** Removes an order with its tickets and gives its places back. Throws `not_found`. */
export function deleteOrder(actor: Actor, id: string) {
  allow(actor, "orders.delete");

  inTransaction((tx) => {
    const order = orderById(id);
    if (holdsPlaces(order.status)) releasePlaces(tx, order, order.ticketCount);
    tx.delete(orders).where(eq(orders.seq, order.seq)).run();
    record(tx, actor, {
      action: "order.delete",
      target: `order ${id}`,
      before: { status: order.status, visitDate: order.visitDate, total: order.totalPaise },
    });
  }, "places");
}
