import { json, type AppLoadContext } from "@remix-run/node";
import { getActingUser } from "~/features/auth/auth.http.server";
import { createOrderFromForm, hasIdempotencyKey } from "~/features/orders/create-order.server";
import { bookingFromForm, BookingInput } from "~/features/orders/order.schema";
import type { FormValues } from "~/lib/form-values";
import { idempotencyKeyFromForm } from "~/lib/http/idempotency.server";
import { bookerOf } from "~/lib/http/client-network.server";
import { limitOrders } from "~/lib/http/rate-limit.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { visitorOrderPath } from "~/lib/http/urls.server";
import { parseInput } from "~/lib/parse-input";
import { applyIntent } from "./booking-intents.server";
import { withDay } from "./booking.presenter.server";
import { assertShownPrices } from "./shown-prices.server";
import { publicTariff } from "~/features/tariff/tariff.server";

/** The fields of the booking form that depend on the tariff. */
export const tariffFields = () => ["prices", ...publicTariff().types.map(({ id }) => id)];

/** Books, or without script returns the form after one of its other buttons. Throws `too_many` and `conflict`. */
export async function handleBooking(request: Request, context: AppLoadContext, form: FormValues) {
  const { intent = "book" } = form; // submitting without a button books
  if (intent !== "book") return json(withDay(applyIntent(form)));
  const booking = parseInput(BookingInput, bookingFromForm(form));
  const key = idempotencyKeyFromForm(form.key);
  if (!hasIdempotencyKey(key)) assertShownPrices(form.prices, booking);
  const actor = await getActingUser(request);
  const place = () => createOrderFromForm(booking, key, bookerOf(context, actor));
  const { order } = await limitOrders(request, context, { actor, key, booking }, place);
  return redirectWithToast(`${visitorOrderPath(order)}#main`, "Order created (pending payment)");
}
