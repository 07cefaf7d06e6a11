import { and, eq, gt, inArray, isNull, max } from "drizzle-orm";
import type { Tx } from "db/connection.server";
import { webhookDeliveries as deliveries } from "db/schema";
import type { Order } from "~/features/orders/order.types";
import { enqueueOrderEventFor } from "./enqueue-event.server";

export const lastDelivery = (tx: Tx) =>
  tx
    .select({ id: max(deliveries.id) })
    .from(deliveries)
    .get()?.id ?? 0;

/**
 * Holds back what a change has queued about an order since the delivery `last`, so that it can be undone until the
 * instant `until`. Returns the ids of the deliveries.
 */
export function holdEvents(tx: Tx, orderId: string, last: number, until: number): number[] {
  const ofChange = and(gt(deliveries.id, last), eq(deliveries.orderId, orderId));
  return tx
    .update(deliveries)
    .set({ nextAttemptAt: until })
    .where(ofChange)
    .returning({ id: deliveries.id })
    .all()
    .map(({ id }) => id);
}

/**
 * Drops the events of a change that was undone. An endpoint that may have received one already gets another that says how
 * the order is now, whether or not it chose such events.
 */
export function restoreEvents(tx: Tx, { id, status }: Order, queued: number[]) {
  const ofChange = inArray(deliveries.id, queued);
  tx.delete(deliveries)
    .where(and(ofChange, isNull(deliveries.lastAttemptAt)))
    .run();
  const attempted = tx
    .selectDistinct({ endpointId: deliveries.endpointId })
    .from(deliveries)
    .where(ofChange)
    .all()
    .map(({ endpointId }) => endpointId);
  tx.update(deliveries)
    .set({ state: "dropped", answer: "The change was undone" })
    .where(and(ofChange, eq(deliveries.state, "waiting")))
    .run();
  if (attempted.length > 0)
    enqueueOrderEventFor(
      tx,
      attempted,
      status === "pending" ? "order.placed" : `order.${status}`,
      id,
    );
}
