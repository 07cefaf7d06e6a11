import { addDays, addMonths, isDay } from "~/lib/dates";
import type { Fields } from "~/lib/form-values";

/** Bars are never lower than this, so that a day without revenue can still be seen (spec 2, reports). */
const LOWEST_BAR = 4;

export type DayValue = { day: string; value: number };

/** Orders placed on these days of the zoo, both included; open at an end that is not given. */
export type Period = { from?: string; to?: string };

/** The period in an address; invalid days are left out, and the ends may be swapped. */
export function periodFrom(asked: Fields): Period {
  const [from, to] = [dayIn(asked.from), dayIn(asked.to)];
  return from && to && from > to ? { from: to, to: from } : { from, to };
}

const dayIn = (text = "") => (isDay(text) ? text : undefined);

/** This many days, oldest first, up to and including the last one. */
export const daysUpTo = (last: string, many: number) =>
  Array.from({ length: many }, (_, at) => addDays(last, at - many + 1));

/** The first days of this many months, oldest first, up to the month of a day. */
export const monthsUpTo = (day: string, many: number) =>
  Array.from({ length: many }, (_, at) => `${addMonths(day.slice(0, 7), at - many + 1)}-01`);

/** A bar for each day, its height in percent of the highest value; days without a row count 0. */
export function barsOf(days: string[], rows: DayValue[]): (DayValue & { height: number })[] {
  const known = new Map(rows.map(({ day, value }) => [day, value]));
  const values = days.map((day) => known.get(day) ?? 0);
  const highest = Math.max(...values, 1);
  return days.map((day, at) => {
    const value = values[at] ?? 0;
    return { day, value, height: Math.max(LOWEST_BAR, Math.round((value / highest) * 100)) };
  });
}

/** Paise per paid order, rounded to whole paise; 0 without one. */
export const averagePaise = (revenuePaise: number, orders: number) =>
  orders === 0 ? 0 : Math.round(revenuePaise / orders);
