import type { FormValues } from "~/lib/form-values";
import { TICKET_TYPES } from "~/features/orders/ticket-types";
import { withTicketDelta } from "./booking-draft";

/** The booking form after one of its buttons without JavaScript (`adult:+1`, `date:2026-08-05`, `apply`). */
export function applyIntent(form: FormValues) {
  const [what, value] = (form.intent ?? "").split(":");
  const type = TICKET_TYPES.find((known) => known === what);
  const date = what === "date" && value ? { date: value, slot: "" } : {};
  return withTicketDelta({ ...form, ...date }, type && { [type]: Number(value) });
}
