import { isIsoDate } from "~/lib/dates";
import type { FormValues } from "~/lib/form-values";
import {
  clampCount,
  clampedCounts,
  type Tariff,
  type TicketCounts,
} from "~/features/tariff/tariff";

type Offered = { tariff: Tariff; slots: string[] };

/** Values that a link prefills in the booking form; invalid ones are omitted. */
export function draftFromUrl(
  { date = "", slot = "", ...query }: FormValues,
  today: string,
  { tariff, slots }: Offered,
): FormValues {
  return {
    ...asText(clampedCounts(query, tariff)),
    date: isIsoDate(date) && date >= today ? date : "",
    slot: slots.includes(slot) ? slot : "",
  };
}

/** Changes the ticket counts of an unfinished booking. */
export function withTicketDelta(
  form: FormValues,
  tariff: Tariff,
  changes: TicketCounts = {},
): FormValues {
  const counts = clampedCounts(form, tariff);
  for (const { id, mostPerOrder } of tariff.types) {
    counts[id] = clampCount((counts[id] ?? 0) + (changes[id] ?? 0), mostPerOrder);
  }
  return { ...form, ...asText(counts) };
}

const asText = (counts: TicketCounts): FormValues =>
  Object.fromEntries(Object.entries(counts).map(([type, count]) => [type, String(count)]));
