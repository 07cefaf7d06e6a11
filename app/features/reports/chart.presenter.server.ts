import { dayInWords } from "~/lib/dates";
import { dateFormat, inFigures } from "~/lib/intl";
import { rupees, toRupees } from "~/lib/money";
import type { DayValue } from "./report.rules";

/** Charts in words: everything that a bar's labels, its table and its description say. */

type Bar = DayValue & { height: number };
type Naming = { lines: string[]; name: string };

const inUtc = (options: Intl.DateTimeFormatOptions) => {
  const format = dateFormat("en-GB", { ...options, timeZone: "UTC" });
  return (day: string) => format.format(new Date(`${day}T00:00:00Z`)).replace(/\bSept\b/, "Sep");
};
const weekday = inUtc({ weekday: "short" });
const dayOfMonth = inUtc({ day: "numeric" });
const month = inUtc({ month: "short" });
const year = inUtc({ year: "numeric" });
const monthInWords = inUtc({ month: "long", year: "numeric" });

const asDay = (day: string): Naming => ({
  lines: [weekday(day), dayOfMonth(day)],
  name: dayInWords(day),
});
const asMonth = (day: string): Naming => ({
  lines: [month(day), year(day)],
  name: monthInWords(day),
});

export const moneyByDay = (bars: Bar[]) => chartOf(bars, asDay, rupees, shortRupees);
export const moneyByMonth = (bars: Bar[]) => chartOf(bars, asMonth, rupees, shortRupees);
export const peopleByDay = (bars: Bar[]) => chartOf(bars, asDay, inFigures, inFigures);

function chartOf(
  bars: Bar[],
  named: (day: string) => Naming,
  inFull: (value: number) => string,
  inBrief: (value: number) => string,
) {
  const highest = bars.reduce<Bar | undefined>(
    (best, bar) => (bar.value > (best?.value ?? 0) ? bar : best),
    undefined,
  );
  return {
    total: inFull(bars.reduce((sum, { value }) => sum + value, 0)),
    best: highest ? `${named(highest.day).lines.join(" ")}, ${inFull(highest.value)}` : null,
    bars: bars.map(({ day, value, height }) => ({
      ...named(day),
      key: day,
      value: inFull(value),
      wide: value < WIDEST ? inFull(value) : inBrief(value),
      narrow: inBrief(value),
      height,
      isEmpty: value === 0,
    })),
  };
}

/** From this value on, a label is too long to fit over its bar on any screen: ₹1,00,000. */
const WIDEST = 10_000_000;

const LAKH = 100_000;
const CRORE = 10_000_000;

/** Short enough to stand over a bar on a phone: `₹945`, `₹12.3k`, `₹1.2L`, `₹3.4Cr`. */
function shortRupees(paise: number) {
  const amount = toRupees(paise);
  if (amount < 1_000) return rupees(Math.round(amount) * 100);
  const [unit, sign] = amount < LAKH ? [1_000, "k"] : amount < CRORE ? [LAKH, "L"] : [CRORE, "Cr"];
  const count = amount / Number(unit);
  return `₹${count < 100 ? Number(count.toFixed(1)) : Math.round(count)}${sign}`;
}
