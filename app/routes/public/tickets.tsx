import {
  json,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { Fields } from "~/domain/fields";
import { bookingDay, openSlot } from "~/domain/order/booking-slots.server";
import { bookingFromForm, BookingInput } from "~/domain/order/order.schema";
import { placeFromForm } from "~/domain/order/place-order.server";
import { prefill } from "~/domain/order/unfinished-booking";
import { parse } from "~/domain/parse";
import { sendsMail, settings } from "~/domain/settings.server";
import { siteSetting } from "~/domain/site-settings.server";
import { zooDay } from "~/domain/zoo-time.server";
import { readQuery } from "~/http/body.server";
import { stampFor } from "~/http/bot-check.server";
import { formKey } from "~/http/idempotency.server";
import { limitOrders } from "~/http/limits.server";
import { afterButton } from "~/http/screens/booking-buttons.server";
import { submit } from "~/http/screens/submit.server";
import { screenActor } from "~/http/sign-in/session.server";
import { ownOrderPath } from "~/http/site.server";
import { redirectWithToast } from "~/http/toast.server";
import { BookingForm } from "~/ui/booking/booking-form";
import { PRICE_LINE } from "~/ui/booking/price-line";
import { FAULT_KEPT } from "~/ui/form/lost-answer";
import { pageMeta } from "~/ui/site/seo";

export { clientAction, shouldRevalidate } from "~/ui/form/lost-answer";

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
