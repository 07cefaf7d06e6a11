import { json, redirect } from "@remix-run/node";
import { authorize, can, type Staff } from "~/features/auth/permissions";
import { withTicketDelta } from "~/features/booking/booking-draft";
import { assertShownPrices } from "~/features/booking/shown-prices.server";
import { hasIdempotencyKey, orderIdOfKey } from "~/features/orders/create-order.server";
import type { Order } from "~/features/orders/order.types";
import { findPromoFor, INVALID_PROMO } from "~/features/tariff/promo-codes.server";
import { tariff } from "~/features/tariff/tariff.server";
import { DomainError, type FieldIssue } from "~/lib/errors";
import type { FormValues } from "~/lib/form-values";
import { idempotencyKeyFromForm } from "~/lib/http/idempotency.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { createId } from "~/lib/ids.server";
import { parseInput } from "~/lib/parse-input";
import { toLocalDate } from "~/lib/time-zone.server";
import { slipPath } from "./counter.rules";
import { CounterPayment, paymentFromForm, Sale, saleFromForm } from "./counter.schema";
import { admitFromSlip, payAtCounter, prepareSlip, sell } from "./sell.server";

/** Sells (`sell:cash`), takes the money for an order (`pay:card`), opens the slip of one that is paid (`slip`), or without script changes the draft (`adult:+1`, `price`). */
export async function handleCounterAction(staff: Staff, form: FormValues) {
  authorize(staff, "counter.sell");
  const [what = "", value] = (form.intent ?? "").split(":");
  if (what === "sell") return sellFromForm(staff, form, value);
  if (what === "pay") return payFromForm(staff, form, value);
  if (what === "slip") {
    prepareSlip(staff, form.id ?? "");
    return redirect(slipPath(form.id ?? ""));
  }
  return json(draftAfter(form, what, Number(value) || 0));
}

function sellFromForm(staff: Staff, form: FormValues, method: string | undefined) {
  const sale = parseInput(Sale, saleFromForm({ date: toLocalDate(), ...form }, method));
  const key = idempotencyKeyFromForm(form.key && `counter ${staff.id} ${form.key}`);
  const isRepeated = hasIdempotencyKey(key);
  if (!isRepeated) assertShownPrices(form.prices, sale, tariff());
  try {
    const order = sell(staff, sale, key);
    if (!isRepeated) return toSlip(order, sale.received);
    return redirectWithToast(slipPath(order.id), SOLD_BEFORE);
  } catch (error) {
    if (error instanceof DomainError && error.code === "mismatch")
      return askAgain(staff, form, key);
    throw error;
  }
}

const SOLD_BEFORE = "This page has sold before: this is that sale, and no other was made";

/** Of a page to which the browser went back, with other tickets: they can be sold with the key that this gives. */
const askAgain = (staff: Staff, form: FormValues, key: string | undefined) =>
  json(
    {
      message: `This page has sold order ${orderIdOfKey(key)} before. If this is another sale, press again.`,
      isCompleteMessage: true,
      issues: [] as FieldIssue[],
      values: { ...form, key: createId() } as FormValues,
      ...draftPromo(staff, form),
    },
    { status: 409, headers: { "Cache-Control": "no-store" } },
  );

function payFromForm(staff: Staff, form: FormValues, method: string | undefined) {
  const payment = parseInput(CounterPayment, paymentFromForm(form, method));
  const { order, isPaid } = payAtCounter(staff, form.id ?? "", payment);
  if (isPaid) return redirectWithToast(slipPath(order.id), "It was paid before: take no money");
  return toSlip(order, payment.received);
}

/** Without a toast: the slip's page says what was paid. */
const toSlip = ({ id }: Order, received: number | undefined) =>
  redirect(slipPath(id) + (received === undefined ? "" : `?received=${received}`));

/** The form's next draft, with the terms of its promo code. */
function draftAfter(form: FormValues, type: string, by: number) {
  const values = withTicketDelta(form, tariff(), { [type]: by });
  const { promo, problem } = findPromoFor({ ...values, date: toLocalDate() }, tariff());
  const message = problem === undefined ? "" : INVALID_PROMO;
  const issues = [message, problem ?? ""]
    .filter(Boolean)
    .map((text) => ({ path: "promoCode", message: text }));
  return { message, issues, values, promo };
}

/** What a form with errors needs besides: the terms of its promo code. */
export const draftPromo = (staff: Staff, form: FormValues) => ({
  promo: can(staff, "counter.sell")
    ? findPromoFor({ ...form, date: toLocalDate() }, tariff()).promo
    : null,
});

/** The slip's only form. */
export async function handleSlipAction(staff: Staff, id: string) {
  admitFromSlip(staff, id);
  return redirectWithToast(slipPath(id), "Let in");
}
