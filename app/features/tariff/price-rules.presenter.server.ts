import { authorize, type Staff } from "~/features/auth/permissions";
import { bySlot } from "~/features/slots/slot";
import { offeredSlots, slotLabel, slotsOn } from "~/features/slots/slots.server";
import {
  addDays,
  addMonths,
  datesOfMonth,
  formatMonth,
  formatShortDate,
  formatWeekday,
  isMonth,
} from "~/lib/dates";
import { pendingDelete } from "~/lib/http/current-url.server";
import { readQuery } from "~/lib/http/read-body.server";
import { formatCount } from "~/lib/intl";
import { formatRupees, toRupees } from "~/lib/money";
import { toLocalDate } from "~/lib/time-zone.server";
import { allRules, ruleVersion, withRule, type RuleRow } from "./change-price-rules.server";
import { ALL_WEEKDAYS, shownPrices, type Tariff } from "./tariff";
import { weekdayOptions, weekdaysOf, formatWeekdays } from "./weekdays";
import type { PriceRuleFields } from "./tariff.schema";
import { tariff, ticketLabel } from "./tariff.server";

/** How far ahead the changes of a rule are counted. */
const PREVIEW_DAYS = 365;
export function formatRange(first: string, last: string) {
  if (first && last) return `${formatShortDate(first)} – ${formatShortDate(last)}`;
  if (first) return `from ${formatShortDate(first)}`;
  return last ? `until ${formatShortDate(last)}` : "always";
}

export const typeOptions = () => tariff().types.map(({ id, label }) => ({ value: id, label }));

/** Throws a redirect when `confirm` does not apply. */
export function priceRulesView(request: Request, staff: Staff) {
  authorize(staff, "zoo.update");
  const { edit, add, month = "" } = readQuery(request);
  const rules = allRules();
  const edited = rules.find(({ id }) => String(id) === edit);
  const rows = rules.map((rule, index) => ruleRow(rule, index, rules.length));
  const today = toLocalDate();
  return {
    rules: rows,
    pendingDeletion: pendingDelete(request, rows, true),
    options: { types: typeOptions(), slots: slotOptions(), weekdays: weekdayOptions() },
    form: edited ? editForm(edited) : add ? NEW : null,
    preview: monthOfPrices(isMonth(month) ? month : today.slice(0, 7)),
  };
}

const slotOptions = () => offeredSlots().map(({ slot, label }) => ({ value: slot, label }));

const ruleRow = (rule: RuleRow, index: number, count: number) => ({
  id: String(rule.id),
  place: index + 1,
  name: rule.name,
  sets:
    rule.percent === null ? formatRupees(rule.pricePaise ?? 0) : `${rule.percent}% of the price`,
  types: rule.ticketTypes.map(ticketLabel).join(", ") || "All",
  slots: rule.slots.map(slotLabel).join(", ") || "All",
  weekdays: formatWeekdays(rule.weekdays),
  range: formatRange(rule.firstDay, rule.lastDay),
  active: rule.active,
  isFirst: index === 0,
  isLast: index === count - 1,
});

const editForm = (rule: RuleRow) => ({
  id: String(rule.id),
  title: `Edit ${rule.name}`,
  version: ruleVersion(rule),
  active: rule.active,
  chosen: {
    types: rule.ticketTypes,
    slots: rule.slots,
    weekdays: weekdaysOf(rule.weekdays),
  },
  values: {
    name: rule.name,
    firstDay: rule.firstDay,
    lastDay: rule.lastDay,
    sets: rule.percent === null ? "price" : "percent",
    price: rule.pricePaise === null ? "" : String(toRupees(rule.pricePaise)),
    percent: rule.percent === null ? "" : String(rule.percent),
  },
});

const NEW = {
  id: null,
  title: "New price rule",
  version: "",
  active: true,
  chosen: { types: [] as string[], slots: [] as string[], weekdays: weekdaysOf(ALL_WEEKDAYS) },
  values: { name: "", firstDay: "", lastDay: "", sets: "price", price: "", percent: "" },
};

/** The prices of each day of a month, with those of single slots where they differ. */
function monthOfPrices(month: string) {
  const { types } = tariff();
  return {
    month,
    name: formatMonth(month),
    before: addMonths(month, -1),
    after: addMonths(month, 1),
    types: types.map(({ id, label }) => ({ id, label })),
    days: datesOfMonth(month).map((day) => ({
      day,
      label: `${formatWeekday(day).slice(0, 3)} ${formatShortDate(day).slice(0, 6)}`,
      prices: pricesOn(tariff(), day),
    })),
  };
}

function pricesOn(current: Tariff, day: string) {
  const slots = slotsOn(day);
  const bySlots = bySlot(slots, (slot) =>
    shownPrices(current, { visitDate: day, visitSlot: slot }),
  );
  return current.types.map(({ id }, index) => {
    const prices = slots.map(({ slot }) => bySlots[slot]?.[index]);
    const amounts = [...new Set(prices.map((price) => price?.pricePaise ?? 0))];
    const rules = [...new Set(prices.map((price) => price?.ruleName))].filter(Boolean);
    return {
      id,
      text: amounts.map((paise) => formatRupees(paise)).join(" / "),
      rules: rules.join(", "),
    };
  });
}

/** What a rule would change within the next year, a line for each type and change. */
export function previewRule(fields: PriceRuleFields, id?: number): string[] {
  const today = toLocalDate();
  const before = tariff();
  const rules = withRule(allRules(), fields, id).filter(({ active }) => active);
  const changes = Array.from({ length: PREVIEW_DAYS }, (_, nth) => {
    const day = addDays(today, nth);
    const after = pricesOn({ ...before, rules }, day);
    return pricesOn(before, day).flatMap(({ text }, index) => {
      const [label, next] = [before.types[index]?.label, after[index]?.text];
      return text === next ? [] : [{ day, change: `${label}: ${text} → ${next}` }];
    });
  }).flat();
  return [...Map.groupBy(changes, ({ change }) => change)].map(
    ([change, on]) =>
      `${change} on ${formatCount(on.length, "day", "days")}, the first ${formatShortDate(on[0]?.day ?? today)}`,
  );
}
