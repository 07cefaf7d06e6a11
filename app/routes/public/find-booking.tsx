import {
  json,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LinksInput } from "~/features/mail/booking-links.schema";
import { askForLinks } from "~/features/mail/enqueue-mail.server";
import { parse } from "~/lib/parse-input";
import { sendsMail } from "~/env.server";
import { readQuery } from "~/lib/http/read-body.server";
import { askOnceMore, stampFor } from "~/lib/http/form-token.server";
import { countOf, limit } from "~/lib/http/rate-limit.server";
import { submit } from "~/lib/http/form-action.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { FindBookingForm } from "~/features/booking/components/find-booking-form";
import { ContactDetails } from "~/features/messages/components/contact-details";
import { pageMeta } from "~/features/site/components/seo";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    heading: "Find your booking",
    description: "Lost the link to your tickets? Ask for it with the address you booked with.",
    path: "/tickets/find",
  });

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  json({
    opened: stampFor(context),
    asked: readQuery(request).asked === "1",
    byMail: sendsMail(),
  });

/** Treats an address that has booked and one that has not alike, with the same work for both. */
export const action = ({ request, context }: ActionFunctionArgs) =>
  submit(request, async (form) => {
    const { email } = parse(LinksInput, form);
    const refused = askOnceMore(
      form,
      "Find my booking",
      await countOf("requests for links", context),
    );
    if (refused) return refused;
    await limit("requests for links", context);
    askForLinks(email);
    return redirectWithToast("/tickets/find?asked=1#main", "Request sent");
  });

export default function FindBookingPage() {
  const { opened, asked, byMail } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const openedAt = refused?.values.opened ?? opened;
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
          key={openedAt}
          opened={openedAt}
          asked={asked}
          byMail={byMail}
          refused={refused}
        />
        <ContactDetails />
      </div>
    </div>
  );
}
