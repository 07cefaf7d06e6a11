import type { FormValues } from "~/lib/form-values";
import { cleanNumber } from "~/lib/text/clean-text";
import { MAX_PER_TYPE, TICKET_TYPES, type TicketCounts } from "./ticket-types";

export const countsFromForm = (
  form: FormValues,
  read: (typed: string) => number,
): TicketCounts => ({
  adult: read(cleanNumber(form.adult)),
  child: read(cleanNumber(form.child)),
  senior: read(cleanNumber(form.senior)),
});

/** Invalid counts are clamped, for prefilling and live prices. */
export const clampedCounts = (form: FormValues) =>
  countsFromForm(form, (typed) => clampCount(Number(typed)));

export const countPeople = (counts: TicketCounts) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** 0 for NaN. */
export const clampCount = (count: number) =>
  Number.isNaN(count) ? 0 : Math.min(MAX_PER_TYPE, Math.max(0, Math.trunc(count)));

export const countColumns = ({ adult, child, senior }: TicketCounts) => ({
  adultCount: adult,
  childCount: child,
  seniorCount: senior,
});

type CountColumns = ReturnType<typeof countColumns>;

/** One ticket type per person, in the order of TICKET_TYPES. */
export const ticketTypesOf = ({ adultCount, childCount, seniorCount }: CountColumns) => {
  const counts: TicketCounts = { adult: adultCount, child: childCount, senior: seniorCount };
  return TICKET_TYPES.flatMap((type) => Array.from({ length: counts[type] }, () => type));
};
