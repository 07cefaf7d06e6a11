import { and, count, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { db } from "db/client.server";
import { admins, orders, tickets } from "db/schema";
import { allow, type Actor } from "~/features/auth/permissions";
import { capacityIn } from "~/features/capacity/capacity.rules";
import { capacityFor } from "~/features/capacity/capacity.server";
import { bySlot, SLOTS, type Slot } from "~/features/orders/order.rules";
import { slotEnd, slotStart, zooDay } from "~/lib/time-zone.server";
import { EARLY_MS, type GateDay } from "./evaluate-scan";

/** The day at the gate that an instant lies in. */
export function gateDay(at = Date.now()): GateDay {
  const day = zooDay(at);
  const rules = capacityFor(day, day);
  const windows = bySlot((slot) => ({
    from: slotStart(day, slot) - EARLY_MS,
    until: slotEnd(day, slot),
    isClosed: capacityIn(rules, day, slot) === 0,
  }));
  return { day, windows };
}

export type SlotCount = { slot: Slot; arrived: number; expected: number; isNow: boolean };

/** How many people with a ticket for today have come, and how many are expected in all, by slot. */
export function gateToday(actor: Actor): { day: string; slots: SlotCount[] } {
  allow(actor, "tickets.check-in");
  const now = Date.now();
  const day = zooDay(now);
  const counts = db
    .select({ slot: orders.visitSlot, expected: count(), arrived: count(tickets.usedAt) })
    .from(tickets)
    .innerJoin(orders, eq(orders.seq, tickets.orderSeq))
    .where(and(eq(orders.visitDate, day), isNull(tickets.voidedAt)))
    .groupBy(orders.visitSlot)
    .all();
  const slots = SLOTS.map((slot) => ({
    arrived: 0,
    expected: 0,
    ...counts.find((row) => row.slot === slot),
    slot,
    isNow: slotStart(day, slot) <= now && now < slotEnd(day, slot),
  }));
  return { day, slots };
}

const RECENT = 10;

/** Who came last, newest first: what the gate knows of them, when, and who let them in. */
export function recentCheckIns(actor: Actor) {
  allow(actor, "tickets.check-in");
  return db
    .select({
      number: tickets.number,
      of: orders.ticketCount,
      ticketType: tickets.ticketType,
      orderId: orders.id,
      usedAt: tickets.usedAt,
      usedByName: admins.name,
    })
    .from(tickets)
    .innerJoin(orders, eq(orders.seq, tickets.orderSeq))
    .leftJoin(admins, eq(admins.id, tickets.usedBy))
    .where(isNotNull(tickets.usedAt))
    .orderBy(desc(tickets.usedAt), desc(tickets.code))
    .limit(RECENT)
    .all()
    .map(({ usedAt, ...checkIn }) => ({ ...checkIn, usedAt: usedAt ?? 0 }));
}
