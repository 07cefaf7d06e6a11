import { addDays, addMonths, isIsoDate } from "~/lib/dates";
import type { FormValues } from "~/lib/form-values";

/** Minimum height in percent, so that a day without revenue stays visible. */
const MIN_BAR = 4;

export type DayValue = { day: string; value: number };

export type Period = { from?: string; to?: string };

export function periodFrom(filters: FormValues): Period {
  const [from, to] = [parseDay(filters.from), parseDay(filters.to)];
  return from && to && from > to ? { from: to, to: from } : { from, to };
}

const parseDay = (text = "") => (isIsoDate(text) ? text : undefined);

export const daysUpTo = (last: string, count: number) =>
  Array.from({ length: count }, (_, index) => addDays(last, index - count + 1));

export const monthsUpTo = (day: string, count: number) =>
  Array.from(
    { length: count },
    (_, index) => `${addMonths(day.slice(0, 7), index - count + 1)}-01`,
  );

/** One bar per day, its height in percent of the highest value. Days without a row are 0. */
export function toBars(days: string[], rows: DayValue[]): (DayValue & { height: number })[] {
  const valueByDay = new Map(rows.map(({ day, value }) => [day, value]));
  const values = days.map((day) => valueByDay.get(day) ?? 0);
  const highest = Math.max(...values, 1);
  return days.map((day, index) => {
    const value = values[index] ?? 0;
    return { day, value, height: Math.max(MIN_BAR, Math.round((value / highest) * 100)) };
  });
}

export const averagePaise = (revenuePaise: number, orders: number) =>
  orders === 0 ? 0 : Math.round(revenuePaise / orders);

export const PAYMENT_STATUSES = ["paid", "pending"] as const;
