import { PAISE_PER_RUPEE } from "~/lib/money";
import type { FormValues } from "~/lib/form-values";
import { cleanNumber } from "~/lib/text/clean-text";
import type { Slot, Visit } from "~/features/slots/slot";

/** Prices, computed by the same functions in the server and in the booking form. */

/** The id of a ticket type or an extra. */
export type TicketType = string;

/** How many of each; a missing one is 0. */
export type TicketCounts = Record<TicketType, number>;

export type TicketTypeRow = {
  id: TicketType;
  label: string;
  /** `5–12 years` */
  note: string;
  pricePaise: number;
  /** Without: an extra, for which no ticket is issued. */
  takesPlace: boolean;
  /** It cannot be booked without somebody of a type that needs none. */
  needsAdult: boolean;
  mostPerOrder: number;
  counterOnly: boolean;
  /** How many of an extra there are in each slot; null: any number. */
  slotStock: number | null;
};

/** The first rule that fits sets the price in paise, or a percentage of the type's own price. Empty lists and days fit all. */
export type PriceRule = {
  name: string;
  ticketTypes: TicketType[];
  slots: Slot[];
  /** Bits; Sunday is 1. */
  weekdays: number;
  firstDay: string;
  lastDay: string;
  pricePaise: number | null;
  percent: number | null;
};

/** In the order of the screen. */
export type Tariff = { types: TicketTypeRow[]; rules: PriceRule[] };

/** The usual limit of a type, and the highest that one can have. */
export const DEFAULT_MOST = 10;
export const MAX_PER_TYPE = 50;

export const ALL_WEEKDAYS = 0b111_1111;

export type PromoTerms = {
  code: string;
  percent: number | null;
  amountPaise: number | null;
  /** Empty: all. */
  ticketTypes: TicketType[];
};

export type Line = {
  ticketType: TicketType;
  quantity: number;
  unitPricePaise: number;
  /** Of the price rule that set the price. */
  ruleName: string;
};

export type Price = {
  lines: Line[];
  /** People; extras are none. */
  ticketCount: number;
  subtotalPaise: number;
  discountPaise: number;
  totalPaise: number;
};

export const fitsWeekday = (weekdays: number, day: string) =>
  (weekdays & (1 << new Date(`${day}T00:00:00Z`).getUTCDay())) !== 0;

export const fitsDays = (first: string, last: string, day: string) =>
  (first === "" || first <= day) && (last === "" || day <= last);

const fitsList = (list: string[], id: string) => list.length === 0 || list.includes(id);

/** The rule that sets the price of a type for a visit. */
const ruleFor = ({ rules }: Tariff, type: TicketType, visit: Visit) =>
  rules.find(
    (rule) =>
      fitsList(rule.ticketTypes, type) &&
      fitsList(rule.slots, visit.visitSlot) &&
      fitsWeekday(rule.weekdays, visit.visitDate) &&
      fitsDays(rule.firstDay, rule.lastDay, visit.visitDate),
  );

/** What one of a type costs, in paise. Without a day it is the price without rules. */
function unitPrice(tariff: Tariff, { id, pricePaise }: TicketTypeRow, visit: Visit) {
  const rule = visit.visitDate ? ruleFor(tariff, id, visit) : undefined;
  if (!rule) return { pricePaise, ruleName: "" };
  const own = rule.pricePaise ?? roundToRupees((pricePaise * (rule.percent ?? 100)) / 100);
  return { pricePaise: own, ruleName: rule.name };
}

/** The prices of all types for a visit, in their order. */
export const shownPrices = (tariff: Tariff, visit: Visit) =>
  tariff.types.map((type) => ({ id: type.id, ...unitPrice(tariff, type, visit) }));

/** The price of an order; types that the tariff does not have are left out. */
export function priceOf(
  tariff: Tariff,
  counts: TicketCounts,
  visit: Visit,
  promo?: PromoTerms | null,
): Price {
  const bought = tariff.types.filter(({ id }) => (counts[id] ?? 0) > 0);
  const lines = bought.map((type): Line => {
    const { pricePaise, ruleName } = unitPrice(tariff, type, visit);
    return {
      ticketType: type.id,
      quantity: counts[type.id] ?? 0,
      unitPricePaise: pricePaise,
      ruleName,
    };
  });
  return { lines, ticketCount: countPeople(tariff, counts), ...totals(lines, promo) };
}

/** Sums of an order's lines in paise. */
export function totals(lines: Line[], promo?: PromoTerms | null) {
  const subtotalPaise = sumOf(lines);
  const discountPaise = promo ? discountOn(lines, promo) : 0;
  return { subtotalPaise, discountPaise, totalPaise: subtotalPaise - discountPaise };
}

const sumOf = (lines: Line[]) =>
  lines.reduce((sum, { quantity, unitPricePaise }) => sum + quantity * unitPricePaise, 0);

/** Percentages are rounded to rupees, halves up; never more than what it applies to. */
function discountOn(lines: Line[], { percent, amountPaise, ticketTypes }: PromoTerms) {
  const reduced = sumOf(lines.filter(({ ticketType }) => fitsList(ticketTypes, ticketType)));
  return Math.min(reduced, amountPaise ?? roundToRupees((reduced * (percent ?? 0)) / 100));
}

const roundToRupees = (paise: number) => Math.round(paise / PAISE_PER_RUPEE) * PAISE_PER_RUPEE;

/** `ZOO10, 10% off` */
export const formatPromo = ({ code, percent }: { code: string; percent?: number | null }) =>
  percent ? `${code}, ${percent}% off` : code;

/** Those who need a place. */
export const countPeople = ({ types }: Tariff, counts: TicketCounts) =>
  types.reduce((sum, { id, takesPlace }) => sum + (takesPlace ? (counts[id] ?? 0) : 0), 0);

/** Why these cannot be booked together; undefined when they can. */
export function partyProblem({ types }: Tariff, counts: TicketCounts) {
  const people = types.filter(({ id, takesPlace }) => takesPlace && (counts[id] ?? 0) > 0);
  const dependent = people.find(({ needsAdult }) => needsAdult);
  if (!dependent || people.some(({ needsAdult }) => !needsAdult)) return undefined;
  return `${dependent.label} needs somebody older in the same booking`;
}

/** The most people that one order can have. */
export const mostPeople = ({ types }: Tariff) =>
  types.reduce((sum, { takesPlace, mostPerOrder }) => sum + (takesPlace ? mostPerOrder : 0), 0);

/** What a form says of each type, `read` from its cleaned text. */
export const countsFromForm = (
  form: FormValues,
  { types }: Tariff,
  read: (typed: string) => number,
): TicketCounts =>
  Object.fromEntries(types.map(({ id }) => [id, read(cleanNumber(form[id] ?? ""))]));

/** Invalid counts are clamped, for prefilling and live prices. */
export const clampedCounts = (form: FormValues, { types }: Tariff): TicketCounts =>
  Object.fromEntries(
    types.map(({ id, mostPerOrder }) => [
      id,
      clampCount(Number(cleanNumber(form[id] ?? "")), mostPerOrder),
    ]),
  );

/** 0 for NaN. */
export const clampCount = (count: number, most: number) =>
  Number.isNaN(count) ? 0 : Math.min(most, Math.max(0, Math.trunc(count)));
