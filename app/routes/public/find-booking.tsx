import {
  json,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { isMailConfigured } from "~/env.server";
import { readQuery } from "~/lib/http/read-body.server";
import { getFormToken } from "~/lib/http/form-token.server";
import { formAction } from "~/lib/http/form-action.server";
import { FindBookingForm } from "~/features/booking/components/find-booking-form";
import { ContactDetails } from "~/features/messages/components/contact-details";
import { pageMeta } from "~/features/site/components/seo";
import { handleLinksRequest } from "~/features/mail/booking-links.actions.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    heading: "Find your booking",
    description: "Lost the link to your tickets? Ask for it with the address you booked with.",
    path: "/tickets/find",
  });

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  json({
    opened: getFormToken(context),
    isRequested: readQuery(request).asked === "1",
    byMail: isMailConfigured(),
  });

export const action = ({ request, context }: ActionFunctionArgs) =>
  formAction(request, (form) => handleLinksRequest(request, context, form));

export default function FindBookingPage() {
  const { opened, isRequested, byMail } = useLoaderData<typeof loader>();
  const formError = useActionData<typeof action>();
  const formToken = formError?.values.opened ?? opened;
  return (
    <div className="wrap section">
      <h1 className="text-display">Find my booking</h1>
      <p className="mt-3 max-w-[36rem] text-lead text-ink-2">
        {byMail
          ? "Tell us the email address you booked with. We send the links of your bookings there."
          : "Tell us the email address you booked with. Our staff look your booking up by hand."}
      </p>
      <div className="mt-8 grid items-start gap-10 lg:mt-10 lg:grid-cols-[5fr_7fr] lg:gap-14">
        <FindBookingForm
          key={formToken}
          opened={formToken}
          isRequested={isRequested}
          byMail={byMail}
          formError={formError}
        />
        <ContactDetails />
      </div>
    </div>
  );
}
