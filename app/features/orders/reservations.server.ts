import { and, between, eq, sql } from "drizzle-orm";
import { db, type Tx } from "db/connection.server";
import { prepared } from "db/prepared.server";
import { slotOccupancy } from "db/schema";
import { effectiveCapacity, slotKey } from "~/features/capacity/capacity.rules";
import { capacityFor, isClosed } from "~/features/capacity/capacity.server";
import { addDays, formatShortDate } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { formatCount } from "~/lib/intl";
import { isActive, type OrderStatus } from "./order-status";
import { askTheZoo } from "./unpaid-limits.server";
import { isRescheduled, lastBookableDay } from "./visit-rules.server";
import { hasSlotEnded, walkInReserve } from "~/features/slots/slot-times.server";
import { BOOKING_HORIZON_DAYS, placesLeftMessage } from "~/features/orders/visit-limits";
import type { Slot, Visit } from "~/features/slots/slot";
import { slotLabel, slotsOn } from "~/features/slots/slots.server";

const { placeholder } = sql;
const ofSlot = and(
  eq(slotOccupancy.visitDate, placeholder("visitDate")),
  eq(slotOccupancy.visitSlot, placeholder("visitSlot")),
);
const reservedIn = prepared(() =>
  db.select({ held: slotOccupancy.held }).from(slotOccupancy).where(ofSlot).prepare(),
);
const reservedByDate = prepared(() =>
  db
    .select()
    .from(slotOccupancy)
    .where(between(slotOccupancy.visitDate, placeholder("first"), placeholder("last")))
    .prepare(),
);
const reserve = prepared(() =>
  db
    .insert(slotOccupancy)
    .values({
      visitDate: placeholder("visitDate"),
      visitSlot: placeholder("visitSlot"),
      held: placeholder("wanted"),
    })
    .onConflictDoUpdate({
      target: [slotOccupancy.visitDate, slotOccupancy.visitSlot],
      set: { held: sql`${slotOccupancy.held} + excluded.held` },
    })
    .prepare(),
);

export type SlotPlaces = { slot: Slot; capacity: number; booked: number; left: number };

/** Visitors cannot buy the places that a slot has for walk-ins; staff can buy all. */
export type Audience = "public" | "staff";

/** Capacity 0: closed. `left` is what the audience can buy. */
export const availabilityOn = (visitDate: string, audience: Audience = "public") =>
  placesBetween(visitDate, visitDate, audience)(visitDate);

export function placesBetween(first: string, last: string, audience: Audience = "public") {
  const rules = capacityFor(first, last);
  const rows = reservedByDate().all({ first, last });
  const held = new Map(rows.map((row) => [slotKey(row.visitDate, row.visitSlot), row.held]));
  return (day: string): SlotPlaces[] =>
    slotsOn(day).map(({ slot }) =>
      placesIn(
        { visitDate: day, visitSlot: slot },
        effectiveCapacity(rules, day, slot),
        held.get(slotKey(day, slot)) ?? 0,
        audience,
      ),
    );
}

const SUGGESTED_DAYS = 3;

/** The next days with a slot that has places for so many people, among those that visitors can book. */
export function nextDaysWithRoom(day: string, people: number): string[] {
  const days = Array.from({ length: BOOKING_HORIZON_DAYS }, (_, offset) =>
    addDays(day, offset + 1),
  );
  const placesThen = placesBetween(addDays(day, 1), addDays(day, BOOKING_HORIZON_DAYS));
  const last = lastBookableDay();
  const hasRoom = (on: string) => on <= last && placesThen(on).some(({ left }) => left >= people);
  return days.filter(hasRoom).slice(0, SUGGESTED_DAYS);
}

/**
 * Throws `conflict` when the slot has fewer left, with the slots of that day that have enough, else the next days that
 * do, else whom to ask.
 */
export function reservePlaces(_: Tx, visit: Visit, wanted: number, audience: Audience) {
  const { capacity, left } = placesOf(visit, audience);
  if (left < wanted) throw soldOutError(visit, wanted, { capacity, left, audience });

  reserve().run({ visitDate: visit.visitDate, visitSlot: visit.visitSlot, wanted });
}

/** Throws for a move to the current slot: `conflict` when it is closed, else `invalid`. */
export function assertDifferentSlot(order: Visit & { ticketCount: number }, visit: Visit) {
  if (isRescheduled(order, visit)) return;
  if (isClosed(visit.visitDate, visit.visitSlot))
    throw soldOutError(visit, order.ticketCount, { capacity: 0, left: 0, audience: "public" });
  const message = "The visit is already in this slot. Choose another one.";
  throw new DomainError("invalid", message, [{ path: "visitSlot", message }]);
}

export function releasePlaces(tx: Tx, { visitDate, visitSlot }: Visit, places: number) {
  tx.update(slotOccupancy)
    .set({ held: sql`${slotOccupancy.held} - ${places}` })
    .where(and(eq(slotOccupancy.visitDate, visitDate), eq(slotOccupancy.visitSlot, visitSlot)))
    .run();
}

type Claim = Visit & { status: OrderStatus; ticketCount: number };

/**
 * Moves a reservation to another slot or size. The places of the `inside` people stay where they are. The old places are released first, so that an order does not block
 * itself. Fewer places in the same slot always fit, even if its capacity has shrunk. Throws `conflict`.
 */
export function moveReservation(
  tx: Tx,
  before: Claim,
  after: Claim,
  inside: number,
  audience: Audience,
) {
  if (!isActive(before.status)) return;
  const spare = before.ticketCount - after.ticketCount;
  if (!isRescheduled(before, after) && spare >= 0) return releasePlaces(tx, before, spare);
  releasePlaces(tx, before, before.ticketCount - inside);
  reservePlaces(tx, after, after.ticketCount - inside, audience);
}

function placesOf(visit: Visit, audience: Audience): SlotPlaces {
  const { visitDate, visitSlot } = visit;
  const isOffered = slotsOn(visitDate).some(({ slot }) => slot === visitSlot);
  const rules = capacityFor(visitDate, visitDate);
  const capacity = isOffered ? effectiveCapacity(rules, visitDate, visitSlot) : 0;
  const booked = reservedIn().get({ visitDate, visitSlot })?.held ?? 0;
  return placesIn(visit, capacity, booked, audience);
}

function placesIn(
  { visitDate, visitSlot: slot }: Visit,
  capacity: number,
  booked: number,
  audience: Audience,
): SlotPlaces {
  const reserve = audience === "public" ? walkInReserve(visitDate, slot) : 0;
  return { slot, capacity, booked, left: Math.max(0, capacity - booked - reserve) };
}

type Room = Pick<SlotPlaces, "capacity" | "left"> & { audience: Audience };

function soldOutError(visit: Visit, wanted: number, { capacity, left, audience }: Room) {
  const message =
    capacity === 0 ? "The zoo is closed in this slot" : `${placesLeftMessage(left)} in this slot`;
  const roomy = availabilityOn(visit.visitDate, audience).filter(
    (other) => other.left >= wanted && !hasSlotEnded(visit.visitDate, other.slot),
  );
  const others = roomy.map(({ slot, left: room }) => `${slotLabel(slot)} (${room} left)`);
  const advice =
    others.length > 0
      ? `Still room: ${others.join(", ")}`
      : adviseOtherDay(visit.visitDate, wanted);
  return new DomainError("conflict", message, [
    { path: "visitSlot", message },
    { path: "visitSlot", message: advice },
  ]);
}

function adviseOtherDay(day: string, people: number) {
  const days = nextDaysWithRoom(day, people).map(formatShortDate);
  if (days.length > 0) return `Try another day: ${days.join(", ")}`;
  const party = formatCount(people, "person", "people");
  return `No slot of the next ${BOOKING_HORIZON_DAYS} days has places for ${party} together. Come in smaller groups, or ${askTheZoo()}`;
}
