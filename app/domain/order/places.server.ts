import { and, eq, sql } from "drizzle-orm";
import { db, type Tx } from "db/client.server";
import { datedCapacity, heldPlaces, weeklyCapacity } from "db/schema";
import { DomainError } from "../errors";
import { siteSetting } from "../site-settings.server";
import { isOver } from "../zoo-time.server";
import { SLOT_HOURS, SLOTS, type Slot } from "./order.rules";

type Visit = { visitDate: string; visitSlot: Slot };
type Reader = Tx | typeof db;

export type SlotPlaces = { slot: Slot; capacity: number; booked: number; left: number };

/** Each slot of a day with its places. Capacity 0 means closed. */
export const placesOn = (visitDate: string, reader: Reader = db): SlotPlaces[] =>
  SLOTS.map((slot) => placesOf({ visitDate, visitSlot: slot }, reader));

/**
 * Takes places for an order, in the order's own transaction. Throws `conflict` when it does not fit
 * whole, naming the slots of that day that still have room for it (contract 5).
 */
export function holdPlaces(tx: Tx, visit: Visit, wanted: number) {
  const { capacity, left } = placesOf(visit, tx);
  if (left < wanted)
    throw new DomainError("conflict", ...fullness(tx, visit, wanted, capacity, left));

  tx.insert(heldPlaces)
    .values({ visitDate: visit.visitDate, visitSlot: visit.visitSlot, held: wanted })
    .onConflictDoUpdate({
      target: [heldPlaces.visitDate, heldPlaces.visitSlot],
      set: { held: sql`${heldPlaces.held} + ${wanted}` },
    })
    .run();
}

/** Gives an order's places back, in the transaction that ends its claim to them. */
export function releasePlaces(tx: Tx, { visitDate, visitSlot }: Visit, places: number) {
  tx.update(heldPlaces)
    .set({ held: sql`${heldPlaces.held} - ${places}` })
    .where(and(eq(heldPlaces.visitDate, visitDate), eq(heldPlaces.visitSlot, visitSlot)))
    .run();
}

function placesOf({ visitDate, visitSlot }: Visit, reader: Reader): SlotPlaces {
  const capacity = capacityOf(visitDate, visitSlot, reader);
  const row = reader
    .select({ held: heldPlaces.held })
    .from(heldPlaces)
    .where(and(eq(heldPlaces.visitDate, visitDate), eq(heldPlaces.visitSlot, visitSlot)))
    .get();
  const booked = row?.held ?? 0;
  return { slot: visitSlot, capacity, booked, left: Math.max(0, capacity - booked) };
}

/** A dated exception, else the weekly pattern, else the default. */
function capacityOf(visitDate: string, slot: Slot, reader: Reader) {
  const dated = reader
    .select({ capacity: datedCapacity.capacity })
    .from(datedCapacity)
    .where(and(eq(datedCapacity.visitDate, visitDate), eq(datedCapacity.visitSlot, slot)))
    .get();
  if (dated) return dated.capacity;

  const weekday = new Date(`${visitDate}T00:00:00Z`).getUTCDay();
  const weekly = reader
    .select({ capacity: weeklyCapacity.capacity })
    .from(weeklyCapacity)
    .where(and(eq(weeklyCapacity.weekday, weekday), eq(weeklyCapacity.visitSlot, slot)))
    .get();
  return weekly?.capacity ?? siteSetting("default_capacity", reader);
}

function fullness(tx: Tx, visit: Visit, wanted: number, capacity: number, left: number) {
  const message =
    capacity === 0 ? "The zoo is closed in this slot" : `Only ${left} places left in this slot`;
  const roomy = placesOn(visit.visitDate, tx).filter(
    (other) => other.left >= wanted && !isOver(visit.visitDate, other.slot),
  );
  const others = roomy.map(({ slot, left: room }) => `${SLOT_HOURS[slot].label} (${room} left)`);
  const advice = others.length > 0 ? `Still room: ${others.join(", ")}` : "Try another day";
  return [
    message,
    [
      { path: "visitSlot", message },
      { path: "visitSlot", message: advice },
    ],
  ] as const satisfies [string, { path: string; message: string }[]];
}
