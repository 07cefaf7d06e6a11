import { between, eq, sql } from "drizzle-orm";
import { db, type Reader } from "db/client.server";
import { datedCapacity, weeklyCapacity } from "db/schema";
import { allow, type Actor } from "~/features/auth/permissions";
import { bySlot, type Slot } from "~/features/orders/order.rules";
import { siteSetting } from "~/lib/app-settings.server";
import { capacityIn, slotKey, WEEKDAYS, type Capacity, type Places } from "./capacity.rules";

const weeklyRules = db.select().from(weeklyCapacity).prepare();
const datedRules = db
  .select()
  .from(datedCapacity)
  .where(between(datedCapacity.visitDate, sql.placeholder("first"), sql.placeholder("last")))
  .prepare();

/** The rules for the days from one to another, both included. */
export function capacityFor(first: string, last: string): Capacity {
  const weekly = weeklyRules.all();
  const dated = datedRules.all({ first, last });
  return {
    usual: siteSetting("default_capacity"),
    weekly: new Map(weekly.map((row) => [slotKey(row.weekday, row.visitSlot), row.capacity])),
    dated: new Map(dated.map((row) => [slotKey(row.visitDate, row.visitSlot), row.capacity])),
  };
}

/** Whether the zoo is closed in this slot; people who have booked it should not come. */
export const isClosed = (day: string, slot: Slot) =>
  capacityIn(capacityFor(day, day), day, slot) === 0;

/** Each weekday's own numbers, Sunday first; null where the usual number applies. */
export function weekOf(actor: Actor): Places[] {
  allow(actor, "capacity.read");
  const { weekly } = capacityFor("", "");
  return WEEKDAYS.map((weekday) => bySlot((slot) => weekly.get(slotKey(weekday, slot)) ?? null));
}

/** A day's own numbers, and its note. */
export function exceptionsOf(visitDate: string, reader: Reader = db): Places & { note: string } {
  const rows = reader
    .select()
    .from(datedCapacity)
    .where(eq(datedCapacity.visitDate, visitDate))
    .all();
  return {
    ...bySlot((slot) => rows.find(({ visitSlot }) => visitSlot === slot)?.capacity ?? null),
    note: rows[0]?.note ?? "",
  };
}
