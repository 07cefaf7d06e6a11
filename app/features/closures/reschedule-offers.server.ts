import { and, eq, gte, inArray, type SQL } from "drizzle-orm";
import { db, type Reader } from "db/client.server";
import { closureOrders, closures, orders } from "db/schema";
import { HOLDING, holdsPlaces } from "~/features/orders/order.rules";
import type { OrderRow } from "~/features/orders/orders.server";
import { zooDay } from "~/lib/time-zone.server";
import { isClosed } from "~/features/capacity/capacity.server";

/** When the zoo closes a slot, its visitors choose between a free move and a refund. */

/** Whether a visitor has the choice: the visit is in a slot that the zoo closed, and that is still closed. */
export function hasOffer(order: OrderRow, reader: Reader = db): boolean {
  if (!holdsPlaces(order.status) || !isClosed(order.visitDate, order.visitSlot)) return false;
  return offersWhere(reader, eq(orders.seq, order.seq)).get() !== undefined;
}

/** Upcoming orders whose visitors have the choice and have not made it yet. */
export function waitingOffers(reader: Reader) {
  const rows = offersWhere(reader, gte(orders.visitDate, zooDay())).all();
  const bySeq = new Map(rows.map(({ order }) => [order.seq, order]));
  return [...bySeq.values()].filter(({ visitDate, visitSlot }) => isClosed(visitDate, visitSlot));
}

const offersWhere = (reader: Reader, where: SQL) =>
  reader
    .select({ order: orders })
    .from(closureOrders)
    .innerJoin(closures, eq(closures.id, closureOrders.closureId))
    .innerJoin(orders, eq(orders.seq, closureOrders.orderSeq))
    .where(
      and(
        where,
        eq(closures.way, "offer"),
        eq(closures.visitDate, orders.visitDate),
        eq(closureOrders.visitSlot, orders.visitSlot),
        inArray(orders.status, HOLDING),
      ),
    );
