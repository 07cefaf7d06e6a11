import { findPromoFor, INVALID_PROMO } from "~/features/tariff/promo-codes.server";
import { publicTariff } from "~/features/tariff/tariff.server";
import type { FormValues } from "~/lib/form-values";
import { withTicketDelta } from "./booking-draft";

/** The booking form after one of its buttons without JavaScript (`adult:+1`, `date:2026-08-05`, `apply`). */
export function applyIntent(form: FormValues) {
  const [what = "", value] = (form.intent ?? "").split(":");
  const date = what === "date" && value ? { date: value, slot: "" } : {};
  const isType = publicTariff().types.some(({ id }) => id === what);
  const changes = isType ? { [what]: Number(value) } : {};
  const values = withTicketDelta({ ...form, ...date }, publicTariff(), changes);
  const { problem } = findPromoFor(values);
  const message = problem === undefined ? "" : INVALID_PROMO;
  return {
    message,
    issues: [message, problem].flatMap((text) =>
      text ? [{ path: "promoCode", message: text }] : [],
    ),
    values,
  };
}
