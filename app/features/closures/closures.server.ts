import { asc, desc, eq, exists, inArray, sql } from "drizzle-orm";
import { db, type Reader } from "db/connection.server";
import { closureOrders, closures, orders } from "db/schema";
import { authorize, type Actor } from "~/features/auth/permissions";
import { DomainError } from "~/lib/errors";
import type { VisitorChoice } from "~/features/capacity/capacity.rules";
import type { ClosureResolution } from "./closure.rules";
import { peopleOutside } from "~/features/tickets/tickets.server";
import { isClosed } from "~/features/capacity/capacity.server";
import type { Slot, Visit } from "~/features/slots/slot";

/** A closure and the outcome of each of its bookings. Throws `not_found`. */
export function findClosure(actor: Actor, id: number) {
  authorize(actor, "orders.read");
  const closure = db.select().from(closures).where(eq(closures.id, id)).get();
  if (!closure) throw new DomainError("not_found", "Closure not found");
  const rows = db
    .select({ order: orders, slot: closureOrders.visitSlot, outside: peopleOutside })
    .from(closureOrders)
    .innerJoin(orders, eq(orders.seq, closureOrders.orderSeq))
    .where(eq(closureOrders.closureId, id))
    .orderBy(asc(closureOrders.orderSeq))
    .all();
  const bookings = rows.map(({ order, slot, outside }) => ({
    order,
    slot,
    outside,
    choice: outside === 0 ? "inside" : visitorChoice(order, closure.visitDate, slot),
    isOwed: order.refundDue && isStillInSlot(order, closure.visitDate, slot),
  }));
  return { ...closure, bookings };
}

type Row = typeof orders.$inferSelect;

/** When the slot is open again, visitors who have not chosen come as booked. */
function visitorChoice(
  { status, visitDate, visitSlot }: Row,
  day: string,
  slot: Slot,
): VisitorChoice {
  if (status === "cancelled" || status === "refunded") return status;
  if (!isStillInSlot({ visitDate, visitSlot }, day, slot)) return "moved";
  return isClosed(day, slot) ? "waiting" : "stays";
}

const isStillInSlot = ({ visitDate, visitSlot }: Visit, day: string, slot: Slot) =>
  visitDate === day && visitSlot === slot;

export const latestClosure = (day: string, reader: Reader = db) =>
  reader
    .select({ id: closures.id })
    .from(closures)
    .where(eq(closures.visitDate, day))
    .orderBy(desc(closures.id))
    .get();

const COLUMNS = 10;

/** The newest closures that had bookings; `waiting`: visitors who have not chosen yet. */
export function listClosures(actor: Actor) {
  authorize(actor, "capacity.read");
  const standsThere = sql`${orders.status} IN ('pending', 'paid')
    AND ${orders.visitDate} = ${closures.visitDate} AND ${orders.visitSlot} = ${closureOrders.visitSlot}
    AND ${peopleOutside} > 0`;
  const newest = db
    .select({ id: closures.id })
    .from(closures)
    .where(exists(db.select().from(closureOrders).where(eq(closureOrders.closureId, closures.id))))
    .orderBy(desc(closures.id))
    .limit(COLUMNS);
  const bySlot = db
    .select({
      id: closures.id,
      visitDate: closures.visitDate,
      way: closures.resolution,
      slot: closureOrders.visitSlot,
      bookings: sql<number>`count(*)`,
      standing: sql<number>`count(*) FILTER (WHERE ${standsThere})`,
    })
    .from(closures)
    .innerJoin(closureOrders, eq(closureOrders.closureId, closures.id))
    .innerJoin(orders, eq(orders.seq, closureOrders.orderSeq))
    .where(inArray(closures.id, newest))
    .groupBy(closures.id, closureOrders.visitSlot)
    .orderBy(desc(closures.id))
    .all();
  const byId = new Map<number, ReturnType<typeof summary>>();
  for (const { id, visitDate, way, slot, bookings, standing } of bySlot) {
    const closure = byId.get(id) ?? summary(id, visitDate, way);
    closure.bookings += bookings;
    closure.waiting += isClosed(visitDate, slot) ? standing : 0;
    byId.set(id, closure);
  }
  return [...byId.values()];
}

function summary(id: number, visitDate: string, way: ClosureResolution) {
  return { id, visitDate, way, bookings: 0, waiting: 0 };
}
