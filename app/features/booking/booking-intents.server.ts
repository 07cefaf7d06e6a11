import type { Fields } from "~/lib/form-values";
import { TICKET_TYPES } from "~/features/orders/order.rules";
import { recounted } from "./booking-draft";

/**
 * The booking form after one of its buttons, for a browser without script (`intent` is `adult:+1`,
 * `date:2026-08-05`, `apply`, …). Nothing is booked.
 */
export function afterButton(form: Fields) {
  const [what, value] = (form.intent ?? "").split(":");
  const type = TICKET_TYPES.find((known) => known === what);
  const date = what === "date" && value ? { date: value, slot: "" } : {};
  return recounted({ ...form, ...date }, type && { [type]: Number(value) });
}
