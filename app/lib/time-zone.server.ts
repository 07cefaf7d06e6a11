import { addDays, formatShortDate } from "./dates";
import { lazyDateFormat, timeFormatter } from "./intl";
import { SLOT_HOURS, SLOTS, type Slot } from "~/features/orders/slots";
import { env } from "~/env.server";

const timeZone = env.ZOO_TIMEZONE;

/** Makes a Date's local year, month and day those of the zoo: `startApp` calls it before anything else. */
export function setProcessTimeZone() {
  process.env.TZ = timeZone;
}

const wallFormat = lazyDateFormat("sv-SE", {
  timeZone,
  dateStyle: "short",
  timeStyle: "medium",
});

export function toLocalDate(instant = Date.now()) {
  const date = new Date(instant);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}

/** `30 Aug 2025, 10:05 AM`, zoo-local */
export const formatDateTime = (instant: number) =>
  `${formatShortDate(toLocalDate(instant))}, ${timeOfDay(instant)}`;

export const timeOfDay = timeFormatter(timeZone);

/** `2025-08-30 10:05:00`, zoo-local, for spreadsheets */
export const toLocalTime = (instant: number) => wallFormat.format(instant);

export const startOfDay = (day: string) => toUtc(day, 0);

export const slotStart = (day: string, slot: Slot) => toUtc(day, SLOT_HOURS[slot].start);

/** UTC instant; from then on the slot cannot be booked. */
export const slotEnd = (day: string, slot: Slot) => toUtc(day, SLOT_HOURS[slot].end);

export const hasSlotEnded = (day: string, slot: Slot, now = Date.now()) =>
  slotEnd(day, slot) <= now;

/** When a slot ends or a day begins: cached pages must not depend on time in any other way. */
export function nextTimedInvalidation(now = Date.now()) {
  const today = toLocalDate(now);
  const ends = SLOTS.map((slot) => slotEnd(today, slot)).filter((end) => end > now);
  return Math.min(...ends, startOfDay(addDays(today, 1)));
}

/** A skipped local hour resolves to the clock change, a repeated one to its first occurrence. */
function toUtc(day: string, hour: number) {
  const [year = NaN, month = NaN, date = NaN] = day.split("-").map(Number);
  return new Date(year, month - 1, date, hour).getTime();
}
