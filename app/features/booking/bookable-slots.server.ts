import { effectiveCapacity, slotStatus } from "~/features/capacity/capacity.rules";
import { capacityFor } from "~/features/capacity/capacity.server";
import { addDays, formatLongDate, isIsoDate } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { hasSlotEnded, toLocalDate } from "~/lib/time-zone.server";
import { expireOverdue } from "~/features/orders/expire-orders.server";
import {
  BOOKING_HORIZON_DAYS,
  placesLeftMessage,
  type Slot,
  SLOT_HOURS,
  SLOTS,
} from "~/features/orders/slots";
import { lastBookableDay } from "~/features/orders/visit-rules.server";
import { placesBetween, availabilityOn } from "~/features/orders/reservations.server";

type BookingSlot = {
  slot: Slot;
  title: string;
  hours: string;
  note: string;
  open: boolean;
  /** Only set when few places are left, so that not every booking changes the cached page. */
  left?: number;
};

function bookingSlots(day: string): BookingSlot[] {
  expireOverdue();
  const places = isIsoDate(day) && day >= toLocalDate() ? availabilityOn(day) : undefined;
  return SLOTS.map((slot) => {
    const { label: title, hours } = SLOT_HOURS[slot];
    const room = places?.find((candidate) => candidate.slot === slot);
    if (!room) return { slot, title, hours, note: "", open: true };
    const state = slotStatus({ ...room, isOver: hasSlotEnded(day, slot) });
    if (state !== "few") return { slot, title, hours, note: NOTES[state], open: state === "open" };
    return { slot, title, hours, note: placesLeftMessage(room.left), open: true, left: room.left };
  });
}

const NOTES = { over: "Over for today", closed: "Closed", full: "Full", open: "" };

/** A day's slots, and the next open days when it has none. */
export function bookableDay(day: string) {
  const slots = bookingSlots(day);
  const next = slots.some(({ open }) => open) ? [] : nextOpenDays(day);
  return {
    date: day,
    slots,
    next: next.map((open) => ({ day: open, label: formatLongDate(open) })),
  };
}

export const firstOpenSlot = (slots: BookingSlot[], chosen = "") =>
  slots.some(({ slot, open }) => open && slot === chosen) ? chosen : "";

const SUGGESTED_DAYS = 3;

function nextOpenDays(day: string): string[] {
  const days = Array.from({ length: BOOKING_HORIZON_DAYS }, (_, offset) =>
    addDays(day, offset + 1),
  );
  const placesThen = placesBetween(addDays(day, 1), addDays(day, BOOKING_HORIZON_DAYS));
  const last = lastBookableDay();
  const hasRoom = (on: string) => on <= last && placesThen(on).some(({ left }) => left > 0);
  return days.filter(hasRoom).slice(0, SUGGESTED_DAYS);
}

/**
 * The next slot that has neither ended nor is closed. It may be full: the cached home page is not updated per booking.
 */
export function nextAvailableVisit(): { date: string; slot: Slot } {
  const today = toLocalDate();
  const rules = capacityFor(today, addDays(today, BOOKING_HORIZON_DAYS));
  for (let ahead = 0; ahead <= BOOKING_HORIZON_DAYS; ahead += 1) {
    const date = addDays(today, ahead);
    const isOffered = (slot: Slot) =>
      effectiveCapacity(rules, date, slot) > 0 && !hasSlotEnded(date, slot);
    const slot = SLOTS.find(isOffered);
    if (slot) return { date, slot };
  }
  return { date: addDays(today, 1), slot: SLOTS[0] };
}

const AHEAD = 14;
const MAX_RANGE_DAYS = 92;

/** Public: places per slot and day. Throws `invalid` for a range that is too long. */
export function availability({ from, to }: { from?: string; to?: string }) {
  expireOverdue();
  const first = from || toLocalDate();
  const last = to || addDays(first, AHEAD - 1);
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    if (days.length === MAX_RANGE_DAYS) {
      throw new DomainError("invalid", `Ask for at most ${MAX_RANGE_DAYS} days at once`);
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
      open: left > 0 && !hasSlotEnded(day, slot),
    })),
  );
}
