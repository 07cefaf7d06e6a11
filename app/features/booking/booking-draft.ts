import { isDay } from "~/lib/dates";
import type { Fields } from "~/lib/form-values";
import { isPromo, SLOTS, TICKET_TYPES, type TicketCounts } from "~/features/orders/order.rules";
import { clampedCount, clampedCounts } from "~/features/orders/ticket-counts";

/** The booking form as a link may prefill it; values that make no sense are left out (design, tickets). */
export function prefill({ date = "", slot = "", ...query }: Fields, today: string) {
  return {
    ...asText(clampedCounts(query)),
    date: isDay(date) && date >= today ? date : "",
    slot: SLOTS.find((known) => known === slot) ?? "",
  };
}

/**
 * An unfinished booking with one ticket count changed. An unknown promo code is reported, and gives no discount.
 */
export function recounted(form: Fields, changes: Partial<TicketCounts> = {}) {
  const counts = clampedCounts(form);
  for (const type of TICKET_TYPES) {
    counts[type] = clampedCount(counts[type] + (changes[type] ?? 0));
  }
  const typed = form.promoCode?.trim();
  const message = typed && !isPromo(typed) ? "Promo code is not valid" : "";
  return {
    message,
    complaints: message ? [{ path: "promoCode", message }] : [],
    values: { ...form, ...asText(counts) },
  };
}

const asText = ({ adult, child, senior }: TicketCounts) => ({
  adult: String(adult),
  child: String(child),
  senior: String(senior),
});
