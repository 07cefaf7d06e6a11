import { capacityIn, stateOfSlot } from "~/features/capacity/capacity.rules";
import { capacityFor } from "~/features/capacity/capacity.server";
import { addDays, dayInWords, isDay } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { isOver, zooDay } from "~/lib/time-zone.server";
import { sweepUnpaid } from "~/features/orders/expire-orders.server";
import { LOOK_AHEAD, onlyLeft, type Slot, SLOT_HOURS, SLOTS } from "~/features/orders/order.rules";
import { placesBetween, placesOn } from "~/features/orders/reservations.server";

type BookingSlot = {
  slot: Slot;
  title: string;
  hours: string;
  note: string;
  open: boolean;
  /** How many places are left, where they are few: otherwise each booking would change the page. */
  left?: number;
};

/** The slots of a day as the booking form offers them; without a day, all of them. */
function bookingSlots(day: string): BookingSlot[] {
  sweepUnpaid();
  const places = isDay(day) && day >= zooDay() ? placesOn(day) : undefined;
  return SLOTS.map((slot) => {
    const { label: title, hours } = SLOT_HOURS[slot];
    const room = places?.find((of) => of.slot === slot);
    if (!room) return { slot, title, hours, note: "", open: true };
    const state = stateOfSlot({ ...room, isOver: isOver(day, slot) });
    if (state !== "few") return { slot, title, hours, note: NOTES[state], open: state === "open" };
    return { slot, title, hours, note: onlyLeft(room.left), open: true, left: room.left };
  });
}

const NOTES = { over: "Over for today", closed: "Closed", full: "Full", open: "" };

/** A day as forms offer it: its slots, and where to go when it has none left. */
export function bookingDay(day: string) {
  const slots = bookingSlots(day);
  const next = slots.some(({ open }) => open) ? [] : nextOpenDays(day);
  return { date: day, slots, next: next.map((open) => ({ day: open, label: dayInWords(open) })) };
}

/** The chosen slot, or "" when it cannot be booked. */
export const openSlot = (slots: BookingSlot[], chosen = "") =>
  slots.some(({ slot, open }) => open && slot === chosen) ? chosen : "";

const OFFERED = 3;

/** The next days with room after one that has none. */
function nextOpenDays(day: string): string[] {
  const days = Array.from({ length: LOOK_AHEAD }, (_, at) => addDays(day, at + 1));
  const placesThen = placesBetween(addDays(day, 1), addDays(day, LOOK_AHEAD));
  const hasRoom = (on: string) => placesThen(on).some(({ left }) => left > 0);
  return days.filter(hasRoom).slice(0, OFFERED);
}

/**
 * The next slot that is neither over nor closed, which the home page starts from. It may be full: that page is
 * not redrawn for each booking.
 */
export function nextVisit(): { date: string; slot: Slot } {
  const today = zooDay();
  const rules = capacityFor(today, addDays(today, LOOK_AHEAD));
  for (let ahead = 0; ahead <= LOOK_AHEAD; ahead += 1) {
    const date = addDays(today, ahead);
    const isOffered = (slot: Slot) => capacityIn(rules, date, slot) > 0 && !isOver(date, slot);
    const slot = SLOTS.find(isOffered);
    if (slot) return { date, slot };
  }
  return { date: addDays(today, 1), slot: SLOTS[0] };
}

const AHEAD = 14;
const MOST_DAYS = 92;

/** Public: how many places each slot has, day by day. Throws `invalid` for a span that is too long. */
export function availability({ from, to }: { from?: string; to?: string }) {
  sweepUnpaid();
  const first = from || zooDay();
  const last = to || addDays(first, AHEAD - 1);
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    if (days.length === MOST_DAYS) {
      throw new DomainError("invalid", `Ask for at most ${MOST_DAYS} days at once`);
    }
    days.push(day);
  }
  const placesThen = placesBetween(first, last);
  return days.flatMap((day) =>
    placesThen(day).map(({ slot, capacity, booked, left }) => ({
      visitDate: day,
      visitSlot: slot,
      capacity,
      booked,
      left,
      open: left > 0 && !isOver(day, slot),
    })),
  );
}
