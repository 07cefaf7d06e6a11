import { and, eq, gt, gte, inArray, type SQL } from "drizzle-orm";
import { db, type Reader } from "db/connection.server";
import { closureOrders, closures, orders } from "db/schema";
import { ACTIVE_STATUSES, isActive } from "~/features/orders/order-status";
import type { OrderRow } from "~/features/orders/order.types";
import { toLocalDate } from "~/lib/time-zone.server";
import { peopleOutside } from "~/features/tickets/tickets.server";
import { isClosed } from "~/features/capacity/capacity.server";

/** The zoo closed the slot, it is still closed, and not all people of the order are inside. */
export function hasRescheduleOffer(order: OrderRow, reader: Reader = db): boolean {
  if (!isActive(order.status) || !isClosed(order.visitDate, order.visitSlot)) return false;
  return offersWhere(reader, eq(orders.seq, order.seq)).get() !== undefined;
}

export function countOpenOffers(reader: Reader) {
  const rows = offersWhere(reader, gte(orders.visitDate, toLocalDate())).all();
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
        eq(closures.resolution, "offer"),
        eq(closures.visitDate, orders.visitDate),
        eq(closureOrders.visitSlot, orders.visitSlot),
        inArray(orders.status, ACTIVE_STATUSES),
        gt(peopleOutside, 0),
      ),
    );
