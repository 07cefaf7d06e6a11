import { and, desc, eq, gt, gte, inArray } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/client.server";
import { datedCapacity, heldPlaces, orders, weeklyCapacity } from "db/schema";
import { allow, type Actor } from "~/features/auth/permissions";
import { record } from "~/features/audit/record-audit.server";
import { DomainError } from "~/lib/errors";
import { queueMail } from "~/features/mail/enqueue-mail.server";
import { HOLDING, SLOTS, type Slot } from "~/features/orders/order.rules";
import { setSiteSetting, siteSetting } from "~/lib/app-settings.server";
import { inTransaction } from "~/lib/write-transaction.server";
import { isOver, zooDay } from "~/lib/time-zone.server";
import {
  capacityIn,
  doNotFit,
  slotKey,
  WEEKDAYS,
  withChange,
  type CapacityChange,
  type Places,
} from "./capacity.rules";
import { capacityFor, exceptionsOf, isClosed } from "./capacity.server";
import { waitingOffers } from "~/features/closures/reschedule-offers.server";

/** Later than any day that can be booked. */
const FAR = "9999-12-31";

/** Bookings of an upcoming slot that would no longer fit after a change. */
export type Hit = {
  visitDate: string;
  visitSlot: Slot;
  booked: number;
  capacity: number;
  orders: { id: string; name: string; people: number }[];
};

/** The bookings that a change would affect: the last ones booked, slot by slot. Throws `forbidden`. */
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
        inArray(orders.status, HOLDING),
      ),
    )
    .orderBy(desc(orders.seq))
    .all();

export const countHit = (hits: Hit[]) => hits.reduce((sum, hit) => sum + hit.orders.length, 0);

type Known = {
  /** How many affected bookings the caller knows of. */
  hit?: number;
  /** The rule as the caller has seen it, as text from `ruleNow`. */
  seen?: string;
};

/**
 * Changes how many people slots take. Bookings keep their places; visitors who were told of a closing are told
 * when it ends. Throws `conflict` when more bookings are affected than the caller knows of, or the rule changed
 * since it was read.
 */
export function changeCapacity(actor: Actor, change: CapacityChange, known: Known = {}) {
  allow(actor, "capacity.update");
  inTransaction((tx) => {
    const before = ruleIn(change, tx);
    const hit = countHit(bookingsHit(actor, change, tx));
    const waiting = waitingOffers(tx);
    write(tx, change);
    const after = ruleIn(change, tx);
    if (JSON.stringify(before) === JSON.stringify(after)) return; // as after a second press
    if (known.seen !== undefined && known.seen !== JSON.stringify(before)) {
      const message = "Someone else has changed this. Check it, then save again.";
      throw new DomainError("conflict", message);
    }
    if (hit > (known.hit ?? 0)) {
      const message = hit === 1 ? "1 booking no longer fits" : `${hit} bookings no longer fit`;
      throw new DomainError("conflict", message);
    }
    const target = change.what === "day" ? `day ${change.day}` : TARGET[change.what];
    record(tx, actor, { action: `capacity.${change.what}`, target, before, after });
    for (const order of waiting) {
      if (!isClosed(order.visitDate, order.visitSlot)) queueMail(tx, "reopened", order);
    }
  });
}

/** The current rule as text; the form posts it back to detect concurrent edits. */
export const ruleNow = (about: About) => JSON.stringify(ruleIn(about, db));

const TARGET = { usual: "capacity", week: "week" };

type About = { what: "usual" } | { what: "week" } | { what: "day"; day: string };

function ruleIn(about: About, reader: Reader) {
  if (about.what === "day") return exceptionsOf(about.day, reader);
  if (about.what === "usual") {
    return { places: siteSetting("default_capacity"), holdHours: siteSetting("hold_hours") };
  }
  const rows = reader.select().from(weeklyCapacity).all();
  return Object.fromEntries(
    rows.map(({ weekday, visitSlot, capacity }) => [slotKey(weekday, visitSlot), capacity]),
  );
}

function write(tx: Tx, change: CapacityChange) {
  if (change.what === "week") writeWeek(tx, change.week);
  else if (change.what === "day") writeDay(tx, change.day, change.places, change.note);
  else {
    setSiteSetting(tx, "default_capacity", change.places);
    setSiteSetting(tx, "hold_hours", change.holdHours);
  }
}

function writeWeek(tx: Tx, week: Places[]) {
  tx.delete(weeklyCapacity).run();
  for (const weekday of WEEKDAYS) {
    for (const visitSlot of SLOTS) {
      const capacity = week[weekday]?.[visitSlot] ?? null;
      if (capacity !== null)
        tx.insert(weeklyCapacity).values({ weekday, visitSlot, capacity }).run();
    }
  }
}

/** Sets the places of a day's slots; null gives a slot back to the week's rule. */
export function writeDay(tx: Tx, visitDate: string, places: Places, note: string) {
  tx.delete(datedCapacity).where(eq(datedCapacity.visitDate, visitDate)).run();
  for (const visitSlot of SLOTS) {
    const capacity = places[visitSlot];
    if (capacity !== null) {
      tx.insert(datedCapacity).values({ visitDate, visitSlot, capacity, note }).run();
    }
  }
}
