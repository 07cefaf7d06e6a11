import { addDays } from "~/lib/dates";
import { startOfDay, toLocalDate, toUtc } from "~/lib/time-zone.server";
import type { Slot } from "./slot";
import { slotOn, slotsOn } from "./slots.server";

/** UTC instant. */
export const slotStart = (day: string, slot: Slot) => toUtc(day, slotOn(day, slot).starts);

/** UTC instant; from then on the slot cannot be booked. */
export const slotEnd = (day: string, slot: Slot) => toUtc(day, slotOn(day, slot).ends);

export const hasSlotEnded = (day: string, slot: Slot, now = Date.now()) =>
  slotEnd(day, slot) <= now;

/** When a slot ends or a day begins: cached pages must not depend on time in any other way. */
export function nextTimedInvalidation(now = Date.now()) {
  const today = toLocalDate(now);
  const ends = slotsOn(today)
    .map(({ slot }) => slotEnd(today, slot))
    .filter((end) => end > now);
  return Math.min(...ends, startOfDay(addDays(today, 1)));
}
