import { getAppSetting } from "~/lib/app-settings.server";
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

const MINUTE_MS = 60_000;

/** UTC instant from which the places for walk-ins are sold online, too. */
const walkInRelease = (day: string, slot: Slot) =>
  slotStart(day, slot) - getAppSetting("walk_in_minutes") * MINUTE_MS;

/** How many of a slot's last places are not sold online at present. */
export function walkInReserve(day: string, slot: Slot, now = Date.now()) {
  const { walkInPlaces } = slotOn(day, slot);
  return walkInPlaces > 0 && now < walkInRelease(day, slot) ? walkInPlaces : 0;
}

/**
 * When a slot ends, a day begins, or places for walk-ins are sold online, too: cached pages must not depend on time in
 * any other way.
 */
export function nextTimedInvalidation(now = Date.now()) {
  const today = toLocalDate(now);
  const tomorrow = addDays(today, 1);
  const ends = slotsOn(today).map(({ slot }) => slotEnd(today, slot));
  // They are released at most a day before the slot starts.
  const releases = [today, tomorrow].flatMap((day) =>
    slotsOn(day)
      .filter(({ walkInPlaces }) => walkInPlaces > 0)
      .map(({ slot }) => walkInRelease(day, slot)),
  );
  const ahead = [...ends, ...releases].filter((instant) => instant > now);
  return Math.min(...ahead, startOfDay(tomorrow));
}
