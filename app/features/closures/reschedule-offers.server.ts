import { and, eq, gt, gte, inArray, type SQL } from "drizzle-orm";
import { db, type Reader } from "db/connection.server";
import { closureOrders, closures, orders } from "db/schema";
import { ACTIVE_STATUSES, isActive } from "~/features/orders/order-status";
import type { OrderRow } from "~/features/orders/order.types";
import { toLocalDate } from "~/lib/time-zone.server";
import { countInside, peopleOutside } from "~/features/tickets/tickets.server";
import { isClosed } from "~/features/capacity/capacity.server";

/** The slot is closed, whether by a closure or by its capacity, and not all people of the order are inside. */
export const hasRescheduleOffer = (order: OrderRow, reader: Reader = db): boolean =>
  isActive(order.status) &&
  isClosed(order.visitDate, order.visitSlot) &&
  countInside(order.seq, reader) < order.ticketCount;

/** A closure that still stands has offered the choice to the visitor by mail. */
export const wasOffered = (order: OrderRow, reader: Reader = db): boolean =>
  isClosed(order.visitDate, order.visitSlot) &&
  offersWhere(reader, eq(orders.seq, order.seq)).get() !== undefined;

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
