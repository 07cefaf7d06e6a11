import type { Slot } from "~/features/slots/slot";

/** The day's own number, else its weekday's, else the default. 0: closed. Keys come from slotKey. */
export type Capacity = {
  usual: number;
  weekly: ReadonlyMap<string, number>;
  dated: ReadonlyMap<string, number>;
};

export type Places = Record<Slot, number | null>;

/** What visitors can book without paying; percentages are of a slot's places. */
export type UnpaidRules = Record<keyof typeof UNPAID_RULES, number>;

/** The setting behind each rule, and the numbers that it may have. */
export const UNPAID_RULES = {
  bookingDays: { setting: "booking_days", min: 1, max: 3_650 },
  cashHours: { setting: "cash_hold_hours", min: 1, max: 24 * 14 },
  perEmail: { setting: "unpaid_per_email", min: 1, max: 100_000 },
  networkPercent: { setting: "unpaid_network_percent", min: 1, max: 100 },
  allPercent: { setting: "unpaid_percent", min: 1, max: 100 },
} as const;
const UNPAID_RULE_NAMES = Object.keys(UNPAID_RULES) as (keyof UnpaidRules)[];

/** A record with a value for each rule about unpaid bookings. */
export const byUnpaidRule = <Value>(valueFor: (name: keyof UnpaidRules) => Value) =>
  Object.fromEntries(UNPAID_RULE_NAMES.map((name) => [name, valueFor(name)])) as Record<
    keyof UnpaidRules,
    Value
  >;

/** A day's own numbers; the note is for staff, the reason is shown to visitors where the day is closed. */
export type DayRule = { places: Places; note: string; publicReason?: string | undefined };

export type CapacityChange =
  | { what: "usual"; places: number; holdHours: number }
  | ({ what: "unpaid" } & UnpaidRules)
  | { what: "week"; week: Places[] }
  | ({ what: "day"; day: string } & DayRule);

export type VisitorChoice = "waiting" | "stays" | "inside" | "moved" | "cancelled" | "refunded";

export const MAX_PLACES = 100_000;
export const MAX_HOLD_HOURS = 24 * 14;
export const NOTE_MAX = 200;
export const PUBLIC_REASON_MAX = 120;
export const LOW_AVAILABILITY = 20;

/** Without the full stop, because it is shown within sentences. */
export const toPublicReason = (typed: string) =>
  typed.slice(0, PUBLIC_REASON_MAX).trimEnd().replace(/\.$/, "");

export const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const;
export const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0] as const;

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();

/** `day`: a date (`2026-08-05`) or a weekday (`3`). */
export const slotKey = (day: string | number, slot: Slot) => `${day} ${slot}`;

/** Of a usual week. */
export const effectiveWeekdayCapacity = (
  { usual, weekly }: Capacity,
  weekday: number,
  slot: Slot,
) => weekly.get(slotKey(weekday, slot)) ?? usual;

export const effectiveCapacity = ({ usual, weekly, dated }: Capacity, day: string, slot: Slot) =>
  dated.get(slotKey(day, slot)) ?? weekly.get(slotKey(weekdayOf(day), slot)) ?? usual;

export function slotStatus(slot: { capacity: number; left: number; isOver: boolean }) {
  if (slot.isOver) return "over";
  if (slot.capacity === 0) return "closed";
  if (slot.left === 0) return "full";
  return slot.left <= LOW_AVAILABILITY ? "few" : "open";
}

export function applyChange(capacity: Capacity, change: CapacityChange): Capacity {
  if (change.what === "unpaid") return capacity;
  if (change.what === "usual") return { ...capacity, usual: change.places };
  if (change.what === "day") {
    return { ...capacity, dated: replaced(capacity.dated, change.day, change.places) };
  }
  const weekly = change.week.reduce<ReadonlyMap<string, number>>(
    (map, places, weekday) => replaced(map, weekday, places),
    capacity.weekly,
  );
  return { ...capacity, weekly };
}

function replaced(map: ReadonlyMap<string, number>, day: string | number, places: Places) {
  const next = new Map(map);
  for (const [slot, own] of Object.entries(places)) {
    if (own === null) next.delete(slotKey(day, slot));
    else next.set(slotKey(day, slot), own);
  }
  return next;
}

export function overflowingBookings<Booking extends { people: number }>(
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
