import { hasRoomFor } from "./room-for-party";
import { effectiveCapacity, slotStatus } from "~/features/capacity/capacity.rules";
import { capacityFor, isClosed, publicReasons } from "~/features/capacity/capacity.server";
import { addDays, formatLongDate, isIsoDate } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { toLocalDate } from "~/lib/time-zone.server";
import { expireOverdue } from "~/features/orders/expire-orders.server";
import {
  availabilityOn,
  nextDaysWithRoom,
  placesBetween,
} from "~/features/orders/reservations.server";
import { hasSlotEnded } from "~/features/slots/slot-times.server";
import { BOOKING_HORIZON_DAYS, placesLeftMessage } from "~/features/orders/visit-limits";
import { toSlotText, type Slot } from "~/features/slots/slot";
import { offeredSlotIds, offeredSlots, slotsOn } from "~/features/slots/slots.server";
import { mostPeople } from "~/features/tariff/tariff";
import { publicTariff } from "~/features/tariff/tariff.server";

type BookingSlot = {
  slot: Slot;
  title: string;
  hours: string;
  note: string;
  open: boolean;
  /** Only set when a party may not fit, so that not every booking changes the cached page. */
  left?: number;
};

function bookingSlots(day: string): BookingSlot[] {
  expireOverdue();
  const places = isIsoDate(day) && day >= toLocalDate() ? availabilityOn(day) : undefined;
  const largestParty = mostPeople(publicTariff());
  const noteOf = slotNotes(day);
  return (places ? slotsOn(day) : offeredSlots()).map((times) => {
    const { slot, label: title, hours } = toSlotText(times);
    const room = places?.find((candidate) => candidate.slot === slot);
    if (!room) return { slot, title, hours, note: "", open: true };
    const state = slotStatus({ ...room, isOver: hasSlotEnded(day, slot) });
    const left = room.left < largestParty ? room.left : undefined;
    const note = noteOf(state, room);
    return { slot, title, hours, note, open: state === "few" || state === "open", left };
  });
}

const NOTES = { over: "Over for today", full: "Full", open: "" };

/** Reads why slots are closed only where one is. */
function slotNotes(day: string) {
  let reasonOf: ReturnType<typeof publicReasons> | undefined;
  return (state: ReturnType<typeof slotStatus>, { slot, left }: { slot: Slot; left: number }) => {
    if (state === "few") return placesLeftMessage(left);
    if (state !== "closed") return NOTES[state];
    reasonOf ??= publicReasons(day);
    return ["Closed", reasonOf(slot)].filter(Boolean).join(": ");
  };
}

const NEXT_DAYS = "Next open days:";
const NO_NEXT_DAYS = `There is nothing to book in the ${BOOKING_HORIZON_DAYS} days after it either.`;

/** Why a day without an open slot has none. */
function unavailableText(day: string) {
  const ahead = slotsOn(day).filter(({ slot }) => !hasSlotEnded(day, slot));
  if (ahead.length === 0 || !ahead.every(({ slot }) => isClosed(day, slot)))
    return "Nothing can be booked on this day.";
  const reasonOf = publicReasons(day);
  const reason = ahead.map(({ slot }) => reasonOf(slot)).find(Boolean) ?? "";
  return `${[`The zoo is closed on ${formatLongDate(day)}`, reason].filter(Boolean).join(": ")}.`;
}

/** A day's slots, and the next days with room when none of them has places for so many people. */
export function bookableDay(day: string, people = 1) {
  const slots = bookingSlots(day);
  const hasRoom = hasRoomFor(slots, people);
  const next = hasRoom ? [] : nextDaysWithRoom(day, people);
  return {
    date: day,
    people,
    slots,
    why: hasRoom ? "" : `${unavailableText(day)} ${next.length > 0 ? NEXT_DAYS : NO_NEXT_DAYS}`,
    next: next.map((open) => ({ day: open, label: formatLongDate(open) })),
  };
}

export const firstOpenSlot = (slots: BookingSlot[], chosen = "") =>
  slots.some(({ slot, open }) => open && slot === chosen) ? chosen : "";

/**
 * The next slot that has neither ended nor is closed. It may be full: the cached home page is not updated per booking.
 */
export function nextAvailableVisit(): { date: string; slot: Slot } {
  const today = toLocalDate();
  const rules = capacityFor(today, addDays(today, BOOKING_HORIZON_DAYS));
  for (let ahead = 0; ahead <= BOOKING_HORIZON_DAYS; ahead += 1) {
    const date = addDays(today, ahead);
    const offered = slotsOn(date).find(
      ({ slot }) => effectiveCapacity(rules, date, slot) > 0 && !hasSlotEnded(date, slot),
    );
    if (offered) return { date, slot: offered.slot };
  }
  return { date: addDays(today, 1), slot: offeredSlotIds()[0] ?? "" };
}

const AHEAD = 14;
const MAX_RANGE_DAYS = 92;

type Wanted = { from?: string; to?: string; people?: number };

/** Public: places per slot and day; `open` to so many people together. Throws `invalid` for a range that is too long. */
export function availability({ from, to, people = 1 }: Wanted) {
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
      open: left >= people && !hasSlotEnded(day, slot),
    })),
  );
}
