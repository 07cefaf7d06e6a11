import { and, count, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { db } from "db/connection.server";
import { admins, gateDevices, orders, slotOccupancy, tickets } from "db/schema";
import { authorize, type Actor } from "~/features/auth/permissions";
import { effectiveCapacity } from "~/features/capacity/capacity.rules";
import { capacityFor } from "~/features/capacity/capacity.server";
import { ticketsSold } from "~/features/tickets/tickets.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { scannerName } from "~/features/gate-devices/scanner-name.server";
import { EARLY_ENTRY_MS, type GateDay } from "./evaluate-scan";
import { bySlot } from "~/features/slots/slot";
import { slotEnd, slotStart } from "~/features/slots/slot-times.server";
import { readSlots, slotOn, slotsOn } from "~/features/slots/slots.server";

export function loadGateDay(time = Date.now()): GateDay {
  const day = toLocalDate(time);
  const rules = capacityFor(day, day);
  const windows = bySlot(gateSlots(day), (slot) => ({
    from: slotStart(day, slot) - EARLY_ENTRY_MS,
    until: slotEnd(day, slot),
    isClosed: effectiveCapacity(rules, day, slot) === 0,
  }));
  return { day, windows };
}

/** Also slots that are no longer offered, for tickets that were sold before. */
const gateSlots = (day: string) => [...readSlots().keys()].map((slot) => slotOn(day, slot));

export function todayCounts(actor: Actor) {
  authorize(actor, "tickets.check-in");
  const now = Date.now();
  const day = toLocalDate(now);
  const outside = db
    .select({ slot: orders.visitSlot, people: count() })
    .from(tickets)
    .innerJoin(orders, eq(orders.seq, tickets.orderSeq))
    .where(and(eq(orders.visitDate, day), isNull(tickets.voidedAt), isNull(tickets.usedAt)))
    .groupBy(orders.visitSlot)
    .all();
  // Not from the tickets: an order can be moved or deleted after some of its people came in.
  const inside = db
    .select({ slot: slotOccupancy.visitSlot, people: slotOccupancy.arrived })
    .from(slotOccupancy)
    .where(eq(slotOccupancy.visitDate, day))
    .all();
  const slots = slotsOn(day).map(({ slot }) => {
    const of = (rows: typeof inside) => rows.find((row) => row.slot === slot)?.people ?? 0;
    return {
      slot,
      arrived: of(inside),
      expected: of(inside) + of(outside),
      isNow: slotStart(day, slot) <= now && now < slotEnd(day, slot),
    };
  });
  return { day, slots };
}

const RECENT_LIMIT = 10;

export function recentCheckIns(actor: Actor) {
  authorize(actor, "tickets.check-in");
  return db
    .select({
      number: tickets.number,
      of: ticketsSold,
      ticketType: tickets.ticketType,
      orderId: orders.id,
      usedAt: tickets.usedAt,
      usedByName: scannerName,
    })
    .from(tickets)
    .innerJoin(orders, eq(orders.seq, tickets.orderSeq))
    .leftJoin(admins, eq(admins.id, tickets.usedBy))
    .leftJoin(gateDevices, eq(gateDevices.id, tickets.usedBy))
    .where(isNotNull(tickets.usedAt))
    .orderBy(desc(tickets.usedAt), desc(tickets.code))
    .limit(RECENT_LIMIT)
    .all()
    .map(({ usedAt, ...checkIn }) => ({ ...checkIn, usedAt: usedAt ?? 0 }));
}
