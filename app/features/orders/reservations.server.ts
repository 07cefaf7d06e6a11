import { and, between, eq, sql } from "drizzle-orm";
import { db, type Tx } from "db/client.server";
import { heldPlaces } from "db/schema";
import { capacityIn, slotKey } from "~/features/capacity/capacity.rules";
import { capacityFor, isClosed } from "~/features/capacity/capacity.server";
import { DomainError } from "~/lib/errors";
import { isOver } from "~/lib/time-zone.server";
import {
  holdsPlaces,
  onlyLeft,
  type OrderStatus,
  type Slot,
  SLOT_HOURS,
  SLOTS,
  type Visit,
} from "./order.rules";
import { isMoved } from "./visit-rules.server";

const { placeholder } = sql;
const ofSlot = and(
  eq(heldPlaces.visitDate, placeholder("visitDate")),
  eq(heldPlaces.visitSlot, placeholder("visitSlot")),
);
const heldIn = db.select({ held: heldPlaces.held }).from(heldPlaces).where(ofSlot).prepare();
const heldOnDays = db
  .select()
  .from(heldPlaces)
  .where(between(heldPlaces.visitDate, placeholder("first"), placeholder("last")))
  .prepare();
const hold = db
  .insert(heldPlaces)
  .values({
    visitDate: placeholder("visitDate"),
    visitSlot: placeholder("visitSlot"),
    held: placeholder("wanted"),
  })
  .onConflictDoUpdate({
    target: [heldPlaces.visitDate, heldPlaces.visitSlot],
    set: { held: sql`${heldPlaces.held} + excluded.held` },
  })
  .prepare();

export type SlotPlaces = { slot: Slot; capacity: number; booked: number; left: number };

/** Each slot of a day with its places. Capacity 0 means closed. */
export const placesOn = (visitDate: string) => placesBetween(visitDate, visitDate)(visitDate);

/** The same for every day of a range. */
export function placesBetween(first: string, last: string) {
  const rules = capacityFor(first, last);
  const rows = heldOnDays.all({ first, last });
  const held = new Map(rows.map((row) => [slotKey(row.visitDate, row.visitSlot), row.held]));
  return (day: string): SlotPlaces[] =>
    SLOTS.map((slot) =>
      placesIn(slot, capacityIn(rules, day, slot), held.get(slotKey(day, slot)) ?? 0),
    );
}

/**
 * Takes places for an order, in the order's own transaction. Throws `conflict` when it does not fit
 * whole, naming the slots of that day that still have room for it (contract 5).
 */
export function holdPlaces(_: Tx, visit: Visit, wanted: number) {
  const { capacity, left } = placesOf(visit);
  if (left < wanted) throw noRoom(visit, wanted, capacity, left);

  hold.run({ visitDate: visit.visitDate, visitSlot: visit.visitSlot, wanted });
}

/**
 * Throws for a move to the slot that the visit is already in: `conflict` when the zoo is closed then, as for any
 * other order, else `invalid`.
 */
export function refuseToStay(order: Visit & { ticketCount: number }, visit: Visit) {
  if (isMoved(order, visit)) return;
  if (isClosed(visit.visitDate, visit.visitSlot)) throw noRoom(visit, order.ticketCount, 0, 0);
  const message = "The visit is already in this slot. Choose another one.";
  throw new DomainError("invalid", message, [{ path: "visitSlot", message }]);
}

/** Releases an order's places, in the transaction that ends its claim to them. */
export function releasePlaces(tx: Tx, { visitDate, visitSlot }: Visit, places: number) {
  tx.update(heldPlaces)
    .set({ held: sql`${heldPlaces.held} - ${places}` })
    .where(and(eq(heldPlaces.visitDate, visitDate), eq(heldPlaces.visitSlot, visitSlot)))
    .run();
}

type Claim = Visit & { status: OrderStatus; ticketCount: number };

/**
 * Moves an order's claim to its new slot and size. The old places are released first, so that an order never
 * blocks itself. An order that needs no more places in the same slot keeps them, even if capacity has shrunk
 * since. Throws `conflict` when the new places are not free.
 */
export function takePlacesAlong(tx: Tx, before: Claim, after: Claim) {
  if (!holdsPlaces(before.status)) return;
  const spare = before.ticketCount - after.ticketCount;
  if (!isMoved(before, after) && spare >= 0) return releasePlaces(tx, before, spare);
  releasePlaces(tx, before, before.ticketCount);
  holdPlaces(tx, after, after.ticketCount);
}

function placesOf({ visitDate, visitSlot }: Visit): SlotPlaces {
  const capacity = capacityIn(capacityFor(visitDate, visitDate), visitDate, visitSlot);
  return placesIn(visitSlot, capacity, heldIn.get({ visitDate, visitSlot })?.held ?? 0);
}

const placesIn = (slot: Slot, capacity: number, booked: number): SlotPlaces => ({
  slot,
  capacity,
  booked,
  left: Math.max(0, capacity - booked),
});

/** The refusal of a booking that does not fit: what is left in its slot, and where there is still room that day. */
function noRoom(visit: Visit, wanted: number, capacity: number, left: number) {
  const message =
    capacity === 0 ? "The zoo is closed in this slot" : `${onlyLeft(left)} in this slot`;
  const roomy = placesOn(visit.visitDate).filter(
    (other) => other.left >= wanted && !isOver(visit.visitDate, other.slot),
  );
  const others = roomy.map(({ slot, left: room }) => `${SLOT_HOURS[slot].label} (${room} left)`);
  const advice = others.length > 0 ? `Still room: ${others.join(", ")}` : "Try another day";
  return new DomainError("conflict", message, [
    { path: "visitSlot", message },
    { path: "visitSlot", message: advice },
  ]);
}
