import { between, sql } from "drizzle-orm";
import { db } from "db/client.server";
import { heldPlaces } from "db/schema";
import { allow, type Actor } from "~/features/auth/permissions";
import { SLOTS, type Slot } from "~/features/orders/order.rules";
import { isOver } from "~/lib/time-zone.server";
import { capacityIn, slotKey } from "./capacity.rules";
import { capacityFor } from "./capacity.server";

type SlotState = {
  slot: Slot;
  capacity: number;
  /** People of paid orders. */
  sold: number;
  /** People of orders that still have to be paid. */
  unpaid: number;
  /** People who can still book. */
  left: number;
  /** People who are already in. */
  arrived: number;
  isOver: boolean;
};

/** Names the index, because SQLite would otherwise read and sort all unpaid orders. */
const unpaidBetween = (first: string, last: string) =>
  db
    .select({
      day: sql<string>`visit_date`,
      slot: sql<Slot>`visit_slot`,
      people: sql<number>`sum(ticket_count)`,
    })
    .from(sql`orders INDEXED BY orders_unpaid_visits`)
    .where(sql`status = 'pending' AND visit_date BETWEEN ${first} AND ${last}`)
    .groupBy(sql`visit_date, visit_slot`)
    .all();

/** Days in a row as staff see them, slot by slot. Throws `forbidden`. */
export function capacityOn(actor: Actor, days: string[]) {
  allow(actor, "capacity.read");
  const [first = "", last = ""] = [days[0], days.at(-1)];
  const rules = capacityFor(first, last);
  const unpaidIn = new Map(
    unpaidBetween(first, last).map((row) => [slotKey(row.day, row.slot), row.people]),
  );
  const ledger = db
    .select()
    .from(heldPlaces)
    .where(between(heldPlaces.visitDate, first, last))
    .all();
  const takenIn = new Map(ledger.map((row) => [slotKey(row.visitDate, row.visitSlot), row]));

  const stateOf =
    (day: string) =>
    (slot: Slot): SlotState => {
      const key = slotKey(day, slot);
      const taken = takenIn.get(key);
      const unpaid = unpaidIn.get(key) ?? 0;
      const sold = (taken?.held ?? 0) - unpaid;
      const capacity = capacityIn(rules, day, slot);
      return {
        slot,
        capacity,
        sold,
        unpaid,
        left: Math.max(0, capacity - sold - unpaid),
        arrived: taken?.arrived ?? 0,
        isOver: isOver(day, slot),
      };
    };
  return days.map((day) => ({
    day,
    isException: SLOTS.some((slot) => rules.dated.has(slotKey(day, slot))),
    slots: SLOTS.map(stateOf(day)),
  }));
}
