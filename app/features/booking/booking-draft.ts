import { isIsoDate } from "~/lib/dates";
import type { FormValues } from "~/lib/form-values";
import { isPromo } from "~/features/orders/pricing";
import { SLOTS } from "~/features/orders/slots";
import { TICKET_TYPES, type TicketCounts } from "~/features/orders/ticket-types";
import { clampCount, clampedCounts } from "~/features/orders/ticket-counts";

/** Values that a link prefills in the booking form; invalid ones are omitted. */
export function draftFromUrl({ date = "", slot = "", ...query }: FormValues, today: string) {
  return {
    ...asText(clampedCounts(query)),
    date: isIsoDate(date) && date >= today ? date : "",
    slot: SLOTS.find((known) => known === slot) ?? "",
  };
}

/** Changes the ticket counts of an unfinished booking. An unknown promo code is an error and gives no discount. */
export function withTicketDelta(form: FormValues, changes: Partial<TicketCounts> = {}) {
  const counts = clampedCounts(form);
  for (const type of TICKET_TYPES) {
    counts[type] = clampCount(counts[type] + (changes[type] ?? 0));
  }
  const typed = form.promoCode?.trim();
  const message = typed && !isPromo(typed) ? "Promo code is not valid" : "";
  return {
    message,
    issues: message ? [{ path: "promoCode", message }] : [],
    values: { ...form, ...asText(counts) },
  };
}

const asText = ({ adult, child, senior }: TicketCounts) => ({
  adult: String(adult),
  child: String(child),
  senior: String(senior),
});
