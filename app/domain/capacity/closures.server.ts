import { asc, desc, eq, exists, inArray, sql } from "drizzle-orm";
import { db } from "db/client.server";
import { closureOrders, closures, orders } from "db/schema";
import { allow, type Actor } from "../access";
import { DomainError } from "../errors";
import type { Slot } from "../order/order.rules";

export type Choice = "waiting" | "moved" | "cancelled" | "refunded";

/** A closure with what became of each of its bookings. Throws `not_found`. */
export function findClosure(actor: Actor, id: number) {
  allow(actor, "capacity.read");
  const closure = db.select().from(closures).where(eq(closures.id, id)).get();
  if (!closure) throw new DomainError("not_found", "Closure not found");
  const rows = db
    .select({ order: orders, slot: closureOrders.visitSlot })
    .from(closureOrders)
    .innerJoin(orders, eq(orders.seq, closureOrders.orderSeq))
    .where(eq(closureOrders.closureId, id))
    .orderBy(asc(closureOrders.orderSeq))
    .all();
  const bookings = rows.map(({ order, slot }) => ({
    order,
    slot,
    choice: choiceOf(order, closure.visitDate, slot),
  }));
  return { ...closure, bookings };
}

type Row = typeof orders.$inferSelect;
function choiceOf({ status, visitDate, visitSlot }: Row, day: string, slot: Slot): Choice {
  if (status === "cancelled" || status === "refunded") return status;
  return visitDate === day && visitSlot === slot ? "waiting" : "moved";
}

const SHOWN = 10;

/** The newest closures that had bookings, with how many of these still have to choose. */
export function listClosures(actor: Actor) {
  allow(actor, "capacity.read");
  const standsThere = sql`${orders.status} IN ('pending', 'paid')
    AND ${orders.visitDate} = ${closures.visitDate} AND ${orders.visitSlot} = ${closureOrders.visitSlot}`;
  const newest = db
    .select({ id: closures.id })
    .from(closures)
    .where(exists(db.select().from(closureOrders).where(eq(closureOrders.closureId, closures.id))))
    .orderBy(desc(closures.id))
    .limit(SHOWN);
  return db
    .select({
      id: closures.id,
      visitDate: closures.visitDate,
      way: closures.way,
      bookings: sql<number>`count(*)`,
      waiting: sql<number>`count(*) FILTER (WHERE ${standsThere})`,
    })
    .from(closures)
    .innerJoin(closureOrders, eq(closureOrders.closureId, closures.id))
    .innerJoin(orders, eq(orders.seq, closureOrders.orderSeq))
    .where(inArray(closures.id, newest))
    .groupBy(closures.id)
    .orderBy(desc(closures.id))
    .all();
}
