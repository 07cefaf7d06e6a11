import { formatLongDate } from "~/lib/dates";
import { lazyDateFormat, formatNumber } from "~/lib/intl";
import { formatRupees, toRupees } from "~/lib/money";
import type { DayValue } from "./report.rules";

type Bar = DayValue & { height: number };
type BarLabels = { lines: string[]; name: string };

const utcFormat = (options: Intl.DateTimeFormatOptions) => {
  const format = lazyDateFormat("en-GB", { ...options, timeZone: "UTC" });
  return (day: string) => format.format(new Date(`${day}T00:00:00Z`)).replace(/\bSept\b/, "Sep");
};
const weekday = utcFormat({ weekday: "short" });
const dayOfMonth = utcFormat({ day: "numeric" });
const month = utcFormat({ month: "short" });
const year = utcFormat({ year: "numeric" });
const formatMonth = utcFormat({ month: "long", year: "numeric" });

const dayLabels = (day: string): BarLabels => ({
  lines: [weekday(day), dayOfMonth(day)],
  name: formatLongDate(day),
});
const monthLabels = (day: string): BarLabels => ({
  lines: [month(day), year(day)],
  name: formatMonth(day),
});

export const moneyByDay = (bars: Bar[]) => toChart(bars, dayLabels, formatRupees, shortRupees);
export const moneyByMonth = (bars: Bar[]) => toChart(bars, monthLabels, formatRupees, shortRupees);
export const peopleByDay = (bars: Bar[]) => toChart(bars, dayLabels, formatNumber, formatNumber);

function toChart(
  bars: Bar[],
  labelsFor: (day: string) => BarLabels,
  formatFull: (value: number) => string,
  formatShort: (value: number) => string,
) {
  const highest = bars.reduce<Bar | undefined>(
    (best, bar) => (bar.value > (best?.value ?? 0) ? bar : best),
    undefined,
  );
  return {
    total: formatFull(bars.reduce((sum, { value }) => sum + value, 0)),
    best: highest
      ? `${labelsFor(highest.day).lines.join(" ")}, ${formatFull(highest.value)}`
      : null,
    bars: bars.map(({ day, value, height }) => ({
      ...labelsFor(day),
      key: day,
      value: formatFull(value),
      wide: value < MAX_FULL_LABEL_PAISE ? formatFull(value) : formatShort(value),
      narrow: formatShort(value),
      height,
      isEmpty: value === 0,
    })),
  };
}

/** ₹1,00,000: from here on, a full label is wider than its bar. */
const MAX_FULL_LABEL_PAISE = 10_000_000;

const LAKH = 100_000;
const CRORE = 10_000_000;

/** `₹945`, `₹12.3k`, `₹1.2L`, `₹3.4Cr` */
function shortRupees(paise: number) {
  const amount = toRupees(paise);
  if (amount < 1_000) return formatRupees(Math.round(amount) * 100);
  const [unit, suffix] =
    amount < LAKH ? [1_000, "k"] : amount < CRORE ? [LAKH, "L"] : [CRORE, "Cr"];
  const count = amount / Number(unit);
  return `₹${count < 100 ? Number(count.toFixed(1)) : Math.round(count)}${suffix}`;
}
