import { between, gte, sql } from "drizzle-orm";
import { db } from "db/connection.server";
import { UNPAID_BY_VISIT } from "db/query-plans.server";
import { slotOccupancy } from "db/schema";
import { authorize, type Actor } from "~/features/auth/permissions";
import { unpaidPlaces } from "~/features/orders/unpaid-limits.server";
import { getAppSetting } from "~/lib/app-settings.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { effectiveCapacity, slotKey } from "./capacity.rules";
import { capacityFor } from "./capacity.server";
import type { Slot } from "~/features/slots/slot";
import { hasSlotEnded } from "~/features/slots/slot-times.server";
import { slotsOn } from "~/features/slots/slots.server";

const countUnpaid = (first: string, last: string) =>
  db
    .select({
      day: sql<string>`visit_date`,
      slot: sql<Slot>`visit_slot`,
      people: sql<number>`sum(ticket_count)`,
    })
    .from(UNPAID_BY_VISIT)
    .where(sql`status = 'pending' AND visit_date BETWEEN ${first} AND ${last}`)
    .groupBy(sql`visit_date, visit_slot`)
    .all();

/** Slots ahead whose unpaid places reach the share that one network may have, the fullest first. Throws `forbidden`. */
export function unusuallyUnpaid(actor: Actor) {
  authorize(actor, "orders.read");
  const first = toLocalDate();
  const rules = capacityFor(first, "9999-12-31");
  const percent = getAppSetting("unpaid_network_percent");
  const isUnusual = ({ people, capacity }: { people: number; capacity: number }) =>
    capacity > 0 && people * 100 >= capacity * percent;
  const { visitDate: day, visitSlot: slot, held: people } = slotOccupancy;
  return db
    .select({ day, slot, people })
    .from(slotOccupancy)
    .where(gte(day, first))
    .all()
    .map((row) => ({ ...row, capacity: effectiveCapacity(rules, row.day, row.slot) }))
    .filter((row) => isUnusual(row) && !hasSlotEnded(row.day, row.slot))
    .map((row) => ({ ...row, people: unpaidPlaces(row.day, row.slot).all }))
    .filter(isUnusual)
    .sort((a, b) => b.people / b.capacity - a.people / a.capacity);
}

/** Occupancy of consecutive days, in people. `sold`: of paid orders. Throws `forbidden`. */
export function occupancyByDate(actor: Actor, days: string[]) {
  authorize(actor, "capacity.read");
  const [first = "", last = ""] = [days[0], days.at(-1)];
  const rules = capacityFor(first, last);
  const unpaidIn = new Map(
    countUnpaid(first, last).map((row) => [slotKey(row.day, row.slot), row.people]),
  );
  const ledger = db
    .select()
    .from(slotOccupancy)
    .where(between(slotOccupancy.visitDate, first, last))
    .all();
  const takenIn = new Map(ledger.map((row) => [slotKey(row.visitDate, row.visitSlot), row]));

  const stateOf = (day: string) => (slot: Slot) => {
    const key = slotKey(day, slot);
    const taken = takenIn.get(key);
    const unpaid = unpaidIn.get(key) ?? 0;
    const sold = (taken?.held ?? 0) - unpaid;
    const capacity = effectiveCapacity(rules, day, slot);
    return {
      slot,
      capacity,
      sold,
      unpaid,
      left: Math.max(0, capacity - sold - unpaid),
      arrived: taken?.arrived ?? 0,
      isOver: hasSlotEnded(day, slot),
    };
  };
  return days.map((day) => ({
    day,
    isException: slotsOn(day).some(({ slot }) => rules.dated.has(slotKey(day, slot))),
    slots: slotsOn(day)
      .map(({ slot }) => slot)
      .map(stateOf(day)),
  }));
}
