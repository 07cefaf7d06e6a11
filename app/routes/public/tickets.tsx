import {
  json,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { Fields } from "~/lib/form-values";
import { bookingDay, openSlot } from "~/features/booking/bookable-slots.server";
import { bookingFromForm, BookingInput } from "~/features/orders/order.schema";
import { placeFromForm } from "~/features/orders/create-order.server";
import { prefill } from "~/features/booking/booking-draft";
import { parse } from "~/lib/parse-input";
import { sendsMail, settings } from "~/env.server";
import { siteSetting } from "~/lib/app-settings.server";
import { zooDay } from "~/lib/time-zone.server";
import { readQuery } from "~/lib/http/read-body.server";
import { stampFor } from "~/lib/http/form-token.server";
import { formKey } from "~/lib/http/idempotency.server";
import { limitOrders } from "~/lib/http/rate-limit.server";
import { afterButton } from "~/features/booking/booking-intents.server";
import { submit } from "~/lib/http/form-action.server";
import { screenActor } from "~/features/auth/session.http.server";
import { ownOrderPath } from "~/lib/http/urls.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { BookingForm } from "~/features/booking/components/booking-form";
import { PRICE_LINE } from "~/features/booking/components/price-line";
import { FAULT_KEPT } from "~/components/form/resilient-client-action";
import { pageMeta } from "~/features/site/components/seo";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    heading: "Book tickets to Zoo Verse",
    description: `Choose a day and a slot, say who is coming, and pay by UPI, card or cash at the counter: ${PRICE_LINE}.`,
    path: "/tickets",
  });

export function loader({ request, context }: LoaderFunctionArgs) {
  const values = prefill(readQuery(request), zooDay());
  const ways = { paying: paying(), byMail: sendsMail() };
  return json({ ...withDay({ values }), key: stampFor(context), ...ways });
}

const paying = () => ({
  upiAtOnce: settings.UPI_VPA !== undefined,
  holdHours: siteSetting("hold_hours"),
});

export const action = ({ request, context }: ActionFunctionArgs) =>
  submit(
    request,
    async (form) => {
      const { intent = "book" } = form; // a form that is sent without pressing a button books
      if (intent !== "book") return json(withDay(afterButton(form)));
      const booking = parse(BookingInput, bookingFromForm(form));
      const key = formKey(form.key);
      const place = () => placeFromForm(booking, key);
      const { order } = await limitOrders(context, await screenActor(request), key, place);
      const own = `${ownOrderPath(order.id)}#main`;
      return redirectWithToast(own, "Order created (pending payment)");
    },
    { redrawWith: (values) => withDay({ values }), wordsForFault: `Create failed: ${FAULT_KEPT}` },
  );

/** What the form needs for its day; a slot that cannot be booked then is no longer chosen. */
function withDay<Answer extends { values: Fields }>(answer: Answer) {
  const day = bookingDay(answer.values.date ?? "");
  const slot = openSlot(day.slots, answer.values.slot);
  return { ...answer, ...day, values: { ...answer.values, slot } };
}

export default function TicketsPage() {
  const { values, key, paying, byMail, ...day } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <div className="wrap section">
      <BookingForm
        bookingKey={key}
        prefill={values}
        day={answer ?? day}
        paying={paying}
        byMail={byMail}
        answer={answer}
      />
    </div>
  );
}
