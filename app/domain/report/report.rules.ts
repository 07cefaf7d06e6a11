import { addDays } from "../clock";

/** Bars are never lower than this, so that a day without revenue can still be seen (spec 2, reports). */
const LOWEST_BAR = 4;

export type DayValue = { day: string; value: number };
export type Bar = DayValue & { height: number };

/** The days of a chart, oldest first, ending with the last one; days without a row count 0. */
export function daysUpTo(last: string, many: number, rows: DayValue[]): DayValue[] {
  const known = new Map(rows.map(({ day, value }) => [day, value]));
  return Array.from({ length: many }, (_, at) => {
    const day = addDays(last, at - many + 1);
    return { day, value: known.get(day) ?? 0 };
  });
}

/** Heights in percent of the highest day. */
export function barsOf(days: DayValue[]): Bar[] {
  const highest = Math.max(...days.map(({ value }) => value), 1);
  return days.map((day) => ({
    ...day,
    height: Math.max(LOWEST_BAR, Math.round((day.value / highest) * 100)),
  }));
}

/** Paise per paid order, rounded to whole paise; 0 without one. */
export const averagePaise = (revenuePaise: number, orders: number) =>
  orders === 0 ? 0 : Math.round(revenuePaise / orders);
