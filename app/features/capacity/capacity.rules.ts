import { SLOTS, type Slot } from "~/features/orders/order.rules";

/**
 * How many people each slot takes: the day's own number, else its weekday's, else the usual one. 0 is closed. The
 * keys of the maps are made by slotKey.
 */
export type Capacity = {
  usual: number;
  weekly: ReadonlyMap<string, number>;
  dated: ReadonlyMap<string, number>;
};

/** null: no own value; the next rule applies. */
export type Places = Record<Slot, number | null>;

export type CapacityChange =
  | { what: "usual"; places: number; holdHours: number }
  | { what: "week"; week: Places[] }
  | { what: "day"; day: string; places: Places; note: string };

/** What became of a booking whose slot the zoo closed. */
export type Choice = "waiting" | "stays" | "moved" | "cancelled" | "refunded";

export const MAX_PLACES = 100_000;
export const MAX_HOLD_HOURS = 24 * 14;
export const NOTE_MAX = 200;
/** At this many places or fewer, people are told that few are left (design 7.6). */
export const FEW_PLACES = 20;

/** Sunday is 0. */
export const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const;
/** As a zoo's week is read. */
export const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0] as const;

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The key of a slot of a day (`2026-08-05`) or of a weekday (`3`). */
export const slotKey = (of: string | number, slot: Slot) => `${of} ${slot}`;

/** How many people a slot of a day takes; 0 when it is closed. */
export const capacityIn = ({ usual, weekly, dated }: Capacity, day: string, slot: Slot) =>
  dated.get(slotKey(day, slot)) ?? weekly.get(slotKey(weekdayOf(day), slot)) ?? usual;

/** How a slot stands, for those who book it and for staff. */
export function stateOfSlot(slot: { capacity: number; left: number; isOver: boolean }) {
  if (slot.isOver) return "over";
  if (slot.capacity === 0) return "closed";
  if (slot.left === 0) return "full";
  return slot.left <= FEW_PLACES ? "few" : "open";
}

/** The rules as they would be after a change. */
export function withChange(capacity: Capacity, change: CapacityChange): Capacity {
  if (change.what === "usual") return { ...capacity, usual: change.places };
  if (change.what === "day") {
    return { ...capacity, dated: replaced(capacity.dated, change.day, change.places) };
  }
  const weekly = change.week.reduce<ReadonlyMap<string, number>>(
    (kept, places, weekday) => replaced(kept, weekday, places),
    capacity.weekly,
  );
  return { ...capacity, weekly };
}

function replaced(kept: ReadonlyMap<string, number>, of: string | number, places: Places) {
  const next = new Map(kept);
  for (const slot of SLOTS) {
    const own = places[slot];
    if (own === null) next.delete(slotKey(of, slot));
    else next.set(slotKey(of, slot), own);
  }
  return next;
}

/** The newest bookings, which would have to go for the rest to fit. */
export function doNotFit<Booking extends { people: number }>(
  newestFirst: Booking[],
  capacity: number,
) {
  let left = newestFirst.reduce((sum, { people }) => sum + people, 0);
  return newestFirst.filter(({ people }) => {
    if (left <= capacity) return false;
    left -= people;
    return true;
  });
}
