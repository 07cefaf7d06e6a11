import { formatShortDate } from "./dates";
import { lazyDateFormat, timeFormatter } from "./intl";
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

/** The UTC instant of a minute of a zoo-local day. A skipped local hour resolves to the clock change, a repeated one to its first occurrence. */
export function toUtc(day: string, minute: number) {
  const [year = NaN, month = NaN, date = NaN] = day.split("-").map(Number);
  return new Date(year, month - 1, date, 0, minute).getTime();
}
