import { effectiveWeekdayCapacity, MONDAY_FIRST } from "~/features/capacity/capacity.rules";
import { capacityFor } from "~/features/capacity/capacity.server";
import { cacheUntilWritten } from "db/cache-until-written.server";
import { formatHours, formatOpening, toTimeOfDay, type Slot } from "./slot";
import { offeredSlots } from "./slots.server";
import { weekdayName } from "~/lib/dates";

/** `starts` and `ends` are minutes of the zoo-local day; weekdays as JavaScript counts them. */
export type OpeningHours = { weekdays: number[]; starts: number; ends: number };

/** When the zoo is open in a usual week: from the first slot with places to the last. */
const openingHours = cacheUntilWritten((): OpeningHours[] => {
  const rules = capacityFor("", "");
  const groups: OpeningHours[] = [];
  for (const weekday of MONDAY_FIRST) {
    const isOpen = ({ slot }: { slot: Slot }) => effectiveWeekdayCapacity(rules, weekday, slot) > 0;
    const open = offeredSlots().filter(isOpen);
    if (open.length === 0) continue;
    const starts = Math.min(...open.map((slot) => slot.starts));
    const ends = Math.max(...open.map((slot) => slot.ends));
    const same = groups.find((group) => group.starts === starts && group.ends === ends);
    if (same) same.weekdays.push(weekday);
    else groups.push({ weekdays: [weekday], starts, ends });
  }
  return groups;
});

/** `{ days: "daily", hours: "9:00 AM–6:00 PM" }`, one for each group of days with the same hours. */
export const openingLines = () =>
  openingHours().map(({ weekdays, starts, ends }) => ({
    days: formatWeekdays(weekdays),
    hours: formatHours(starts, ends),
    weekdays,
    opens: toTimeOfDay(starts),
    closes: toTimeOfDay(ends),
  }));

/** `daily 9:00 AM–6:00 PM` */
export const openingText = () => formatOpening(openingLines());

/** `daily`, `Mon, Wed–Sun` */
function formatWeekdays(weekdays: number[]) {
  if (weekdays.length === 7) return "daily";
  const runs: number[][] = [];
  for (const index of weekdays.map((weekday) =>
    MONDAY_FIRST.findIndex((each) => each === weekday),
  )) {
    const run = runs.at(-1);
    if (run && run.at(-1) === index - 1) run.push(index);
    else runs.push([index]);
  }
  const nameOf = (index = 0) => weekdayName(MONDAY_FIRST[index] ?? 0).slice(0, 3);
  return runs
    .map((run) =>
      run.length < 3 ? run.map(nameOf).join(", ") : `${nameOf(run[0])}–${nameOf(run.at(-1))}`,
    )
    .join(", ");
}
