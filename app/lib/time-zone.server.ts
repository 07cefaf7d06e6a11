import { addDays, dayInShort } from "./dates";
import { dateFormat, timeIn } from "./intl";
import { SLOT_HOURS, SLOTS, type Slot } from "~/features/orders/order.rules";
import { settings } from "~/env.server";

/** The zoo's own time: its today and its hours, in its time zone wherever the server stands. */

const timeZone = settings.ZOO_TIMEZONE;
process.env.TZ = timeZone; // from here on, a Date's local year, month and day are the zoo's

const wallFormat = dateFormat("sv-SE", {
  timeZone,
  dateStyle: "short",
  timeStyle: "medium",
});

/** The zoo's calendar day at an instant (default: now). Every page shows it, so it has to be quick. */
export function zooDay(at = Date.now()) {
  const date = new Date(at);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}

/** `30 Aug 2025, 10:05 AM`, zoo time */
export const moment = (at: number) => `${dayInShort(zooDay(at))}, ${timeOfDay(at)}`;

/** `10:05 AM`, zoo time */
export const timeOfDay = timeIn(timeZone);

/** `2025-08-30 10:05:00`, zoo time, for spreadsheets */
export const wallTime = (at: number) => wallFormat.format(at);

/** The instant at which a day of the zoo begins. */
export const dayStart = (day: string) => instantOf(day, 0);

/** The instant at which a slot of a day starts. */
export const slotStart = (day: string, slot: Slot) => instantOf(day, SLOT_HOURS[slot].start);

/** The instant at which a slot of a day ends; from then on it cannot be booked. */
export const slotEnd = (day: string, slot: Slot) => instantOf(day, SLOT_HOURS[slot].end);

/** Whether a slot of a day has ended. `now` in UTC milliseconds. */
export const isOver = (day: string, slot: Slot, now = Date.now()) => slotEnd(day, slot) <= now;

/**
 * When the clock alone next changes what visitors see, as a UTC instant: a slot of today ends, or a day begins.
 * Shared pages are kept until then, so they must not depend on the time in any other way.
 */
export function nextClockChange(now = Date.now()) {
  const today = zooDay(now);
  const ends = SLOTS.map((slot) => slotEnd(today, slot)).filter((end) => end > now);
  return Math.min(...ends, dayStart(addDays(today, 1)));
}

/** An hour that the clocks skip begins when they jump; an hour that comes twice begins the first time. */
function instantOf(day: string, hour: number) {
  const [year = NaN, month = NaN, date = NaN] = day.split("-").map(Number);
  return new Date(year, month - 1, date, hour).getTime();
}
