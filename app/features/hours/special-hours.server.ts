import { effectiveCapacity, type Capacity } from "~/features/capacity/capacity.rules";
import { capacityFor } from "~/features/capacity/capacity.server";
import { formatHours, toTimeOfDay } from "~/features/slots/slot";
import { slotsOn } from "~/features/slots/slots.server";
import { addDays, formatLongDate, formatShortDate } from "~/lib/dates";
import { toLocalDate } from "~/lib/time-zone.server";
import { exceptionsFrom } from "./hours.server";

const SPECIAL_DAYS = 60;
const SOON_DAYS = 14;

type Times = { opens: string; closes: string };
type Hours = Times & { text: string };
/** For search engines. */
export type SpecialTimes = Times & { first: string; last: string };
/** `line`: `Thursday 26 November 2026. Closed: Storm damage` */
type SpecialDays = SpecialTimes & { line: string };

/** schema.org has no other word for closed. */
const CLOSED: Hours = { opens: "00:00", closes: "00:00", text: "Closed" };

/** The days of the next two months whose exceptions give them other hours; alike days in a row are one. */
export function specialHours(): SpecialDays[] {
  const today = toLocalDate();
  const last = addDays(today, SPECIAL_DAYS - 1);
  const rules = capacityFor(today, last);
  const asUsual = { ...rules, dated: new Map<string, number>() };
  const special = exceptionsFrom(today, last).flatMap(({ day, publicReason }) => {
    const { text, ...hours } = hoursOn(day, rules);
    const usual = hoursOn(day, asUsual);
    if (hours.opens === usual.opens && hours.closes === usual.closes) return [];
    return [{ day, ...hours, text: [text, publicReason].filter(Boolean).join(": ") }];
  });
  return inARow(special).map(({ text, ...days }) => ({
    ...days,
    line: `${formatDays(days)}. ${text}`,
  }));
}

export const timesOf = (special: SpecialDays[]): SpecialTimes[] =>
  special.map(({ line: _, ...times }) => times);

/** The lines of those that begin within two weeks. */
export function linesSoon(special: SpecialDays[]) {
  const end = addDays(toLocalDate(), SOON_DAYS);
  return special.filter(({ first }) => first < end).map(({ line }) => line);
}

function hoursOn(day: string, rules: Capacity): Hours {
  const open = slotsOn(day).filter(({ slot }) => effectiveCapacity(rules, day, slot) > 0);
  if (open.length === 0) return CLOSED;
  const starts = Math.min(...open.map((slot) => slot.starts));
  const ends = Math.max(...open.map((slot) => slot.ends));
  const text = `Open ${formatHours(starts, ends)}`;
  return { opens: toTimeOfDay(starts), closes: toTimeOfDay(ends), text };
}

function inARow(days: (Hours & { day: string })[]) {
  const rows: (Hours & { first: string; last: string })[] = [];
  for (const { day, ...hours } of days) {
    const row = rows.at(-1);
    const isNext = row && addDays(row.last, 1) === day;
    if (isNext && row.opens === hours.opens && row.text === hours.text) row.last = day;
    else rows.push({ first: day, last: day, ...hours });
  }
  return rows;
}

const formatDays = ({ first, last }: { first: string; last: string }) =>
  first === last ? formatLongDate(first) : `${formatShortDate(first)} – ${formatShortDate(last)}`;
