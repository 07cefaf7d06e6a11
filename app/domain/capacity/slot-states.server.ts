import { and, between, inArray, sql } from "drizzle-orm";
import { db } from "db/client.server";
import { heldPlaces, orders } from "db/schema";
import { allow, type Actor } from "../access";
import { SLOTS, type Slot } from "../order/order.rules";
import { isOver } from "../zoo-time.server";
import { capacityIn, slotKey } from "./capacity.rules";
import { capacityFor } from "./capacity.server";

export type SlotState = {
  slot: Slot;
  capacity: number;
  /** People of paid orders, and of orders that still have to be paid. */
  sold: number;
  held: number;
  left: number;
  arrived: number;
  isOver: boolean;
};

/** Days in a row as staff see them, slot by slot. Throws `forbidden`. */
export function capacityOn(actor: Actor, days: string[]) {
  allow(actor, "capacity.read");
  const [first = "", last = ""] = [days[0], days.at(-1)];
  const rules = capacityFor(first, last);
  // `+`: by day, and not by status, of which there are few.
  const sums = db
    .select({
      day: orders.visitDate,
      slot: orders.visitSlot,
      status: orders.status,
      people: sql<number>`sum(${orders.ticketCount})`,
    })
    .from(orders)
    .where(and(between(orders.visitDate, first, last), inArray(sql`+${orders.status}`, ["pending", "paid"])))
    .groupBy(orders.visitDate, orders.visitSlot, orders.status)
    .all();
  const people = new Map(
    sums.map((row) => [`${slotKey(row.day, row.slot)} ${row.status}`, row.people]),
  );
  const ledger = db
    .select()
    .from(heldPlaces)
    .where(between(heldPlaces.visitDate, first, last))
    .all();
  const arrivals = new Map(
    ledger.map(({ visitDate, visitSlot, arrived }) => [slotKey(visitDate, visitSlot), arrived]),
  );

  const stateOf =
    (day: string) =>
    (slot: Slot): SlotState => {
      const key = slotKey(day, slot);
      const [sold, held] = [people.get(`${key} paid`) ?? 0, people.get(`${key} pending`) ?? 0];
      const capacity = capacityIn(rules, day, slot);
      return {
        slot,
        capacity,
        sold,
        held,
        left: Math.max(0, capacity - sold - held),
        arrived: arrivals.get(key) ?? 0,
        isOver: isOver(day, slot),
      };
    };
  return days.map((day) => ({
    day,
    isException: SLOTS.some((slot) => rules.dated.has(slotKey(day, slot))),
    slots: SLOTS.map(stateOf(day)),
  }));
}
