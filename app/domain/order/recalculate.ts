import { isDay } from "../clock";
import { isPromo, SLOTS, TICKET_TYPES } from "./order.rules";
import { clampedCounts } from "./ticket-counts";

type Fields = Record<string, string | undefined>;

/** The booking form as a link may fill it in: what makes no sense is left out (design, tickets). */
export function prefill({ date = "", slot = "", ...query }: Fields, today: string) {
  return {
    ...asText(clampedCounts(query)),
    date: isDay(date) && date >= today ? date : "",
    slot: SLOTS.find((known) => known === slot) ?? "",
  };
}

/**
 * The form again with the counts as its buttons leave them (`intent` is `adult:+1`, `date:2026-08-05`,
 * `apply`, …).
 * Nothing is booked. A promo code that is not one is said so, and gives no discount.
 */
export function recalculated(form: Fields) {
  const [type, step] = (form.intent ?? "").split(":");
  const changed = TICKET_TYPES.find((known) => known === type);
  const counts = changed
    ? { ...form, [changed]: String(clampedCounts(form)[changed] + Number(step)) }
    : form;
  const date = type === "date" && step ? { date: step, slot: "" } : {};
  const typed = form.promoCode?.trim();
  const message = typed && !isPromo(typed) ? "Promo code is not valid" : "";
  return {
    message,
    complaints: message ? [{ path: "promoCode", message }] : [],
    values: { ...form, ...date, ...asText(clampedCounts(counts)) },
  };
}

const asText = (counts: ReturnType<typeof clampedCounts>) =>
  Object.fromEntries(
    Object.entries(counts).map(([type, count]) => [type, String(count)]),
  ) as Record<keyof typeof counts, string>;
