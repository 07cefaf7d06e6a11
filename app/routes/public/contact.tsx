import {
  json,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readQuery } from "~/lib/http/read-body.server";
import { getFormToken } from "~/lib/http/form-token.server";
import { INTERNAL_ERROR } from "~/lib/http/to-user-error.server";
import { formAction } from "~/lib/http/form-action.server";
import { ContactDetails } from "~/features/messages/components/contact-details";
import { ContactForm } from "~/features/messages/components/contact-form";
import { useZoo } from "~/components/hooks/use-root-data";
import { specialHours } from "~/features/hours/special-hours.server";
import { pageMeta, zooOf } from "~/features/site/components/seo";
import { handleContactForm } from "~/features/messages/contact.actions.server";
import { zooTexts } from "~/features/zoo/zoo-profile.server";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    heading: `Contact ${zooOf(matches).name}`,
    description: `Address, ${zooOf(matches).phone && "phone, "}email and opening hours of ${zooOf(matches).name} in ${zooOf(matches).city}, and a form for your questions. We reply within 1–2 business days.`,
    path: "/contact",
  });

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  json({
    opened: getFormToken(context),
    sent: readQuery(request).sent === "1",
    intro: zooTexts().contact,
    special: specialHours().map(({ line }) => line),
  });

export const action = ({ request, context }: ActionFunctionArgs) =>
  formAction(request, (form) => handleContactForm(request, context, form), {
    internalErrorMessage: `Failed to send message: ${INTERNAL_ERROR}`,
  });

const QUESTION = "A question about your visit, a booking or one of the animals? Write to us";

export default function ContactPage() {
  const { opened, sent, intro, special } = useLoaderData<typeof loader>();
  const { phone } = useZoo();
  const formError = useActionData<typeof action>();
  // Keeps the form after an error and resets it after sending.
  const formToken = formError?.values.opened ?? opened;
  return (
    <div className="wrap section">
      <h1 className="text-display">Contact</h1>
      <p className="mt-3 max-w-[36rem] text-lead text-ink-2">
        {intro || QUESTION + (phone ? ", or call while we are open." : ".")}
      </p>
      <div className="mt-8 grid items-start gap-10 lg:mt-10 lg:grid-cols-[5fr_7fr] lg:gap-14">
        <ContactForm key={formToken} opened={formToken} sent={sent} formError={formError} />
        <ContactDetails>
          {special.map((line) => (
            <p key={line} className="mt-1 font-normal wrap-anywhere text-ink-2">
              {line}
            </p>
          ))}
        </ContactDetails>
      </div>
    </div>
  );
}
