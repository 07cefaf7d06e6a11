import { and, eq, lte } from "drizzle-orm";
import { inTransaction, type Tx } from "db/client.server";
import { orders } from "db/schema";
import { record } from "../audit.server";
import { releasePlaces } from "./places.server";

export const NOT_PAID_IN_TIME = "Not paid in time, so its places went back on sale";

/** Cancels unpaid orders whose hold has run out and gives their places back. */
export function cancelUnpaid(tx: Tx, now: number) {
  const lapsed = tx
    .select()
    .from(orders)
    .where(and(eq(orders.status, "pending"), lte(orders.heldUntil, now)))
    .all();
  for (const order of lapsed) {
    tx.update(orders)
      .set({ status: "cancelled", statusReason: NOT_PAID_IN_TIME, updatedAt: now })
      .where(eq(orders.seq, order.seq))
      .run();
    releasePlaces(tx, order, order.ticketCount);
    record(tx, "site", {
      action: "order.expire",
      target: `order ${order.id}`,
      before: { status: "pending" },
      after: { status: "cancelled" },
    });
  }
  return lapsed.length;
}

/** The same on its own, for the clock that runs beside the site. */
export const sweepUnpaid = () => inTransaction((tx) => cancelUnpaid(tx, Date.now()));
