import type { Fields } from "~/lib/form-values";
import { MAX_PER_TYPE, TICKET_TYPES, type TicketCounts } from "./order.rules";

/** The three counts of a form, each read from what was typed (blanks trimmed, absent is empty). */
export const countsFromForm = (form: Fields, read: (typed: string) => number): TicketCounts => ({
  adult: read(form.adult?.trim() ?? ""),
  child: read(form.child?.trim() ?? ""),
  senior: read(form.senior?.trim() ?? ""),
});

/** Counts as far as they make sense, for prefilling and for a price while the form is filled in. */
export const clampedCounts = (form: Fields) =>
  countsFromForm(form, (typed) => clampedCount(Number(typed)));

/** The nearest number of tickets of one type that can be booked; 0 for what is no number. */
export const clampedCount = (count: number) =>
  Number.isNaN(count) ? 0 : Math.min(MAX_PER_TYPE, Math.max(0, Math.trunc(count)));

/** The counts as an order keeps them beside its items. */
export const countColumns = ({ adult, child, senior }: TicketCounts) => ({
  adultCount: adult,
  childCount: child,
  seniorCount: senior,
});

type CountColumns = ReturnType<typeof countColumns>;

/** The ticket of each person of an order, in the order in which tickets are listed everywhere. */
export const ticketTypesOf = ({ adultCount, childCount, seniorCount }: CountColumns) => {
  const counts: TicketCounts = { adult: adultCount, child: childCount, senior: seniorCount };
  return TICKET_TYPES.flatMap((type) => Array.from({ length: counts[type] }, () => type));
};
