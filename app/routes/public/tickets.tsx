import {
  json,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formAction } from "~/lib/http/form-action.server";
import { PAYMENT_NAMES } from "~/features/orders/payment-methods";
import { BookingForm } from "~/features/booking/components/booking-form";
import { formatPrices } from "~/features/booking/components/price-line";
import { INTERNAL_ERROR_WITH_DRAFT } from "~/components/form/resilient-client-action";
import { pageMeta, rootDataOf, zooOf } from "~/features/site/components/seo";
import { bookingView, withDay } from "~/features/booking/booking.presenter.server";
import { handleBooking, tariffFields } from "~/features/booking/booking.actions.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    heading: `Book tickets to ${zooOf(matches).name}`,
    description: `Choose a day and a slot, say who is coming, and pay by ${PAYMENT_NAMES}: ${formatPrices(rootDataOf(matches).visit.prices)}.`,
    path: "/tickets",
  });

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  json(bookingView(request, context));

export const action = ({ request, context }: ActionFunctionArgs) =>
  formAction(request, (form) => handleBooking(request, context, form), {
    moreFields: tariffFields(),
    extraData: (values) => withDay({ values }),
    internalErrorMessage: `Create failed: ${INTERNAL_ERROR_WITH_DRAFT}`,
  });

export default function TicketsPage() {
  const { values, key, paying, byMail, tariff, areBookingsOpen, ...day } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <div className="wrap section">
      <BookingForm
        bookingKey={key}
        prefill={values}
        day={answer ?? day}
        paying={paying}
        tariff={tariff}
        isOpen={areBookingsOpen}
        byMail={byMail}
        answer={answer}
      />
    </div>
  );
}
