import { addDays, addMonths, isIsoDate } from "~/lib/dates";
import type { FormValues } from "~/lib/form-values";

/** Bars are never lower than this, so that a day without revenue can still be seen. */
const MIN_BAR = 4;

export type DayValue = { day: string; value: number };

/** Orders placed on these days of the zoo, both included; open at an end that is not given. */
export type Period = { from?: string; to?: string };

/** The period in an address; invalid days are left out, and the ends may be swapped. */
export function periodFrom(filters: FormValues): Period {
  const [from, to] = [parseDay(filters.from), parseDay(filters.to)];
  return from && to && from > to ? { from: to, to: from } : { from, to };
}

const parseDay = (text = "") => (isIsoDate(text) ? text : undefined);

/** This many days, oldest first, up to and including the last one. */
export const daysUpTo = (last: string, count: number) =>
  Array.from({ length: count }, (_, index) => addDays(last, index - count + 1));

/** The first days of this many months, oldest first, up to the month of a day. */
export const monthsUpTo = (day: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${addMonths(day.slice(0, 7), index - count + 1)}-01`);

/** A bar for each day, its height in percent of the highest value; days without a row count 0. */
export function toBars(days: string[], rows: DayValue[]): (DayValue & { height: number })[] {
  const valueByDay = new Map(rows.map(({ day, value }) => [day, value]));
  const values = days.map((day) => valueByDay.get(day) ?? 0);
  const highest = Math.max(...values, 1);
  return days.map((day, index) => {
    const value = values[index] ?? 0;
    return { day, value, height: Math.max(MIN_BAR, Math.round((value / highest) * 100)) };
  });
}

/** Paise per paid order, rounded to entire paise; 0 without one. */
export const averagePaise = (revenuePaise: number, orders: number) =>
  orders === 0 ? 0 : Math.round(revenuePaise / orders);

/** The statuses that the payments screen lists. */
export const PAYMENT_STATUSES = ["paid", "pending"] as const;
