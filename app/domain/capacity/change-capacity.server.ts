import { and, desc, eq, gt, gte, inArray } from "drizzle-orm";
import { db, type Tx } from "db/client.server";
import { datedCapacity, heldPlaces, orders, weeklyCapacity } from "db/schema";
import { allow, type Actor } from "../access";
import { record } from "../audit.server";
import { DomainError } from "../errors";
import { SLOTS, type Slot } from "../order/order.rules";
import { setSiteSetting, siteSetting } from "../site-settings.server";
import { inTransaction } from "../transaction.server";
import { isOver, zooDay } from "../zoo-time.server";
import {
  capacityIn,
  doNotFit,
  slotKey,
  WEEKDAYS,
  withChange,
  type CapacityChange,
  type Places,
} from "./capacity.rules";
import { capacityFor, exceptionsOf } from "./capacity.server";

type Reader = Tx | typeof db;

/** After every day that can be booked. */
const FAR = "9999-12-31";

/** Bookings of a slot to come that would find no place after a change. */
export type Hit = {
  visitDate: string;
  visitSlot: Slot;
  booked: number;
  capacity: number;
  orders: { id: string; name: string; people: number }[];
};

/** Which bookings a change would hit: the last ones booked, slot by slot. Throws `forbidden`. */
export function bookingsHit(actor: Actor, change: CapacityChange, reader: Reader = db): Hit[] {
  allow(actor, "capacity.update");
  const today = zooDay();
  const before = capacityFor(today, FAR);
  const after = withChange(before, change);
  const booked = reader
    .select()
    .from(heldPlaces)
    .where(and(gte(heldPlaces.visitDate, today), gt(heldPlaces.held, 0)))
    .all();
  return booked.flatMap(({ visitDate, visitSlot, held }) => {
    const capacity = capacityIn(after, visitDate, visitSlot);
    const isFewer = capacity < capacityIn(before, visitDate, visitSlot);
    if (!isFewer || held <= capacity || isOver(visitDate, visitSlot)) return [];
    const bookings = bookingsOf(reader, visitDate, visitSlot);
    return [{ visitDate, visitSlot, booked: held, capacity, orders: doNotFit(bookings, capacity) }];
  });
}

const bookingsOf = (reader: Reader, visitDate: string, visitSlot: Slot) =>
  reader
    .select({ id: orders.id, name: orders.contactName, people: orders.ticketCount })
    .from(orders)
    .where(
      and(
        eq(orders.visitDate, visitDate),
        eq(orders.visitSlot, visitSlot),
        inArray(orders.status, ["pending", "paid"]),
      ),
    )
    .orderBy(desc(orders.seq))
    .all();

export const countHit = (hits: Hit[]) => hits.reduce((sum, hit) => sum + hit.orders.length, 0);

/**
 * Changes how many people slots take. Bookings are never touched: who has a place keeps it. Unless it is
 * known how many of them the change hits, it throws `conflict` and nothing happens.
 */
export function changeCapacity(actor: Actor, change: CapacityChange, knownHit = 0) {
  allow(actor, "capacity.update");
  inTransaction((tx) => {
    const hit = countHit(bookingsHit(actor, change, tx));
    if (hit > knownHit) {
      const whom = hit === 1 ? "1 booking does" : `${hit} bookings do`;
      throw new DomainError("conflict", `${whom} not fit any more`);
    }
    const { target, before, after } = write(tx, change);
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    record(tx, actor, { action: `capacity.${change.what}`, target, before, after });
  });
}

function write(tx: Tx, change: CapacityChange) {
  if (change.what === "usual") return writeUsual(tx, change);
  if (change.what === "week") return writeWeek(tx, change.week);
  return writeDay(tx, change.day, change.places, change.note);
}

function writeUsual(tx: Tx, { places, holdHours }: { places: number; holdHours: number }) {
  const now = () => ({
    places: siteSetting("default_capacity"),
    holdHours: siteSetting("hold_hours"),
  });
  const before = now();
  setSiteSetting(tx, "default_capacity", places);
  setSiteSetting(tx, "hold_hours", holdHours);
  return { target: "capacity", before, after: now() };
}

function writeWeek(tx: Tx, week: Places[]) {
  const now = () => {
    const rows = tx.select().from(weeklyCapacity).all();
    return Object.fromEntries(
      rows.map(({ weekday, visitSlot, capacity }) => [slotKey(weekday, visitSlot), capacity]),
    );
  };
  const before = now();
  tx.delete(weeklyCapacity).run();
  for (const weekday of WEEKDAYS) {
    for (const visitSlot of SLOTS) {
      const capacity = week[weekday]?.[visitSlot] ?? null;
      if (capacity !== null)
        tx.insert(weeklyCapacity).values({ weekday, visitSlot, capacity }).run();
    }
  }
  return { target: "week", before, after: now() };
}

/** Says for a day how many places its slots have; a slot of null goes back to the week. */
export function writeDay(tx: Tx, visitDate: string, places: Places, note: string) {
  const now = () => exceptionsOf(visitDate, tx);
  const before = now();
  tx.delete(datedCapacity).where(eq(datedCapacity.visitDate, visitDate)).run();
  for (const visitSlot of SLOTS) {
    const capacity = places[visitSlot];
    if (capacity !== null) {
      tx.insert(datedCapacity).values({ visitDate, visitSlot, capacity, note }).run();
    }
  }
  return { target: `day ${visitDate}`, before, after: now() };
}
