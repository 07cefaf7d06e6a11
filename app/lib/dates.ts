import { lazyDateFormat } from "./intl";
import { asciiDigits } from "./text/clean-text";

/** Calendar days are `YYYY-MM-DD`, independent of the time zone. */

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** True for a real calendar day that is safe to calculate with; false for 2026-02-30. */
export function isIsoDate(text: string) {
  if (!DAY_PATTERN.test(text) || text < "1900" || text >= "9999") return false;
  const instant = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}

export const INVALID_DAY = "Enter a day such as 25/12/2026";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** A typed day, such as `25/12/2026` (day first), `2026-12-5` or `5 Dec 2026`, as `YYYY-MM-DD`; undefined for others. */
export function parseDay(typed: string) {
  const words =
    asciiDigits(typed)
      .toLowerCase()
      .match(/\d+|[a-z]+/g) ?? [];
  const month = MONTHS.findIndex((name) => words.some((word) => word.startsWith(name))) + 1;
  const numbers = words.filter((word) => /\d/.test(word)).map(Number);
  const isNamed = month > 0 && numbers.length === 2;
  if (!isNamed && (numbers.length !== 3 || words.length !== 3)) return undefined;
  if (isNamed) numbers.splice(1, 0, month);
  const [day = 0, middle, year = 0] = (numbers[0] ?? 0) > 31 ? numbers.toReversed() : numbers;
  const digits = [year < 100 ? 2000 + year : year, middle, day].map(String);
  const iso = digits.map((part, index) => part.padStart(index === 0 ? 4 : 2, "0")).join("-");
  return typed.length <= 40 && isIsoDate(iso) ? iso : undefined;
}

export const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

const MONTH_PATTERN = /^\d{4}-(0[1-9]|1[0-2])$/;

export const isMonth = (text: string) => MONTH_PATTERN.test(text) && text >= "1900";

export function addMonths(month: string, months: number) {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}

export function datesOfMonth(month: string) {
  const first = `${month}-01`;
  const days = [first];
  for (let day = addDays(first, 1); day.startsWith(month); day = addDays(day, 1)) days.push(day);
  return days;
}

const monthFormat = lazyDateFormat("en-GB", {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

export const formatMonth = (month: string) => monthFormat.format(utc(`${month}-01`));

const weekdayFormat = lazyDateFormat("en-GB", { weekday: "long", timeZone: "UTC" });

/** As JavaScript counts them; 4 August 2024 was a Sunday. */
export const weekdayName = (weekday: number) => formatWeekday(addDays("2024-08-04", weekday));

export const formatWeekday = (day: string) => weekdayFormat.format(utc(day));

const longDay = lazyDateFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});
const shortDay = lazyDateFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

const utc = (day: string) => new Date(`${day}T00:00:00Z`);

/** `Saturday 30 August 2025` */
export const formatLongDate = (day: string) => longDay.format(utc(day)).replace(",", "");

/** `30 Aug 2025`, `6 Sep 2025`, for tables */
export const formatShortDate = (day: string) => shortDay.format(utc(day)).replace("Sept", "Sep");

export function formatRelative(instant: number, now: number) {
  const minutes = Math.floor((now - instant) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes}m ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}h ago`;
  return `${Math.floor(minutes / (24 * 60))}d ago`;
}

export const iso = (instant: number) => new Date(instant).toISOString();
export const isoOrNull = (instant: number | null) => (instant === null ? null : iso(instant));
