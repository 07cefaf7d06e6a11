import { formatCount } from "~/lib/intl";
import { and, desc, eq, gt, gte } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { capacityOverrides, slotOccupancy, orders, weekdayCapacity } from "db/schema";
import { authorize, type Actor, type Staff } from "~/features/auth/permissions";
import { recordAudit } from "~/features/audit/record-audit.server";
import { DomainError } from "~/lib/errors";
import { enqueueMail } from "~/features/mail/enqueue-mail.server";
import { areComing, peopleOutside } from "~/features/tickets/tickets.server";
import { setAppSetting, getAppSetting } from "~/lib/app-settings.server";
import { transaction } from "~/lib/write-transaction.server";
import { toLocalDate } from "~/lib/time-zone.server";
import {
  effectiveCapacity,
  overflowingBookings,
  slotKey,
  WEEKDAYS,
  applyChange,
  byUnpaidRule,
  UNPAID_RULES,
  type UnpaidRules,
  type CapacityChange,
  type DayRule,
  type Places,
} from "./capacity.rules";
import { capacityFor, isClosed, overridesForAudit } from "./capacity.server";
import { countOpenOffers } from "~/features/closures/reschedule-offers.server";
import type { Slot } from "~/features/slots/slot";
import { hasSlotEnded } from "~/features/slots/slot-times.server";

const FAR_FUTURE = "9999-12-31";

export type AffectedSlot = ReturnType<typeof findAffectedBookings>[number];

/** The newest bookings per slot that would no longer fit after a change. Throws `forbidden`. */
export function findAffectedBookings(actor: Actor, change: CapacityChange) {
  authorize(actor, "capacity.update");
  return affectedBookings(db, change);
}

/** The same, for who may make just this change. */
export function affectedBookings(reader: Reader, change: CapacityChange) {
  const today = toLocalDate();
  const before = capacityFor(today, FAR_FUTURE);
  const after = applyChange(before, change);
  const booked = reader
    .select()
    .from(slotOccupancy)
    .where(and(gte(slotOccupancy.visitDate, today), gt(slotOccupancy.held, 0)))
    .all();
  return booked.flatMap(({ visitDate, visitSlot, held, arrived }) => {
    const capacity = effectiveCapacity(after, visitDate, visitSlot);
    const isFewer = capacity < effectiveCapacity(before, visitDate, visitSlot);
    if (!isFewer || held <= capacity || hasSlotEnded(visitDate, visitSlot)) return [];
    const bookings = bookingsOf(reader, visitDate, visitSlot);
    const room = Math.max(0, capacity - arrived);
    return [
      {
        visitDate,
        visitSlot,
        booked: held,
        capacity,
        orders: overflowingBookings(bookings, room),
      },
    ];
  });
}

const bookingsOf = (reader: Reader, visitDate: string, visitSlot: Slot) =>
  reader
    .select({ id: orders.id, name: orders.contactName, people: peopleOutside })
    .from(orders)
    .where(areComing(visitDate, [visitSlot]))
    .orderBy(desc(orders.seq))
    .all();

export const countAffected = (hits: AffectedSlot[]) =>
  hits.reduce((sum, hit) => sum + hit.orders.length, 0);

type Known = {
  hit?: number;
  expectedVersion?: string;
  /** In the audit log. */
  action?: string;
};

/** Throws `conflict` when more bookings are affected than confirmed, or when the rule has changed meanwhile. */
export function changeCapacity(actor: Actor, change: CapacityChange, known?: Known) {
  authorize(actor, "capacity.update");
  transaction((tx) => changeCapacityIn(tx, actor, change, known));
}

/** The same for who may make just this change. */
export function changeCapacityIn(tx: Tx, actor: Staff, change: CapacityChange, known: Known = {}) {
  const before = findRule(change, tx);
  const hit = countAffected(affectedBookings(tx, change));
  const waiting = countOpenOffers(tx);
  write(tx, change);
  const after = findRule(change, tx);
  if (JSON.stringify(before) === JSON.stringify(after)) return; // A repeated request.
  if (known.expectedVersion !== undefined && known.expectedVersion !== JSON.stringify(before)) {
    const message = "Someone else has changed this. Check it, then save again.";
    throw new DomainError("conflict", message);
  }
  if (hit > (known.hit ?? 0)) {
    const message = formatCount(hit, "booking no longer fits", "bookings no longer fit");
    throw new DomainError("conflict", message);
  }
  const { action = `capacity.${change.what}` } = known;
  const target = change.what === "day" ? `day ${change.day}` : TARGET[change.what];
  recordAudit(tx, actor, { action, target, before, after });
  for (const order of waiting) {
    if (!isClosed(order.visitDate, order.visitSlot)) enqueueMail(tx, "reopened", order);
  }
}

/** The current rule as text; the form posts it back to detect concurrent edits. */
export const currentRuleVersion = (about: About) => JSON.stringify(findRule(about, db));

const TARGET = { usual: "capacity", unpaid: "unpaid bookings", week: "week" };

type About = { what: "usual" | "unpaid" | "week" } | { what: "day"; day: string };

export const unpaidRules = (): UnpaidRules =>
  byUnpaidRule((name) => getAppSetting(UNPAID_RULES[name].setting));

function findRule(about: About, reader: Reader) {
  if (about.what === "day") return overridesForAudit(about.day, reader);
  if (about.what === "usual") {
    return { places: getAppSetting("default_capacity"), holdHours: getAppSetting("hold_hours") };
  }
  if (about.what === "unpaid") return unpaidRules();
  const rows = reader.select().from(weekdayCapacity).all();
  return Object.fromEntries(
    rows.map(({ weekday, visitSlot, capacity }) => [slotKey(weekday, visitSlot), capacity]),
  );
}

function write(tx: Tx, change: CapacityChange) {
  if (change.what === "week") writeWeek(tx, change.week);
  else if (change.what === "unpaid") {
    byUnpaidRule((name) => setAppSetting(tx, UNPAID_RULES[name].setting, change[name]));
  } else if (change.what === "day") writeDay(tx, change.day, change);
  else {
    setAppSetting(tx, "default_capacity", change.places);
    setAppSetting(tx, "hold_hours", change.holdHours);
  }
}

function writeWeek(tx: Tx, week: Places[]) {
  tx.delete(weekdayCapacity).run();
  for (const weekday of WEEKDAYS) {
    for (const [visitSlot, capacity] of Object.entries(week[weekday] ?? {})) {
      if (capacity !== null)
        tx.insert(weekdayCapacity).values({ weekday, visitSlot, capacity }).run();
    }
  }
}

/** Only closed slots keep the reason. */
export function writeDay(tx: Tx, visitDate: string, { places, note, publicReason = "" }: DayRule) {
  tx.delete(capacityOverrides).where(eq(capacityOverrides.visitDate, visitDate)).run();
  for (const [visitSlot, capacity] of Object.entries(places)) {
    if (capacity !== null) {
      const reason = capacity === 0 ? publicReason : "";
      tx.insert(capacityOverrides)
        .values({ visitDate, visitSlot, capacity, note, publicReason: reason })
        .run();
    }
  }
}
