import {
  json,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ContactInput } from "~/features/messages/message.schema";
import { isKept, sendMessage } from "~/features/messages/messages.server";
import { parse } from "~/lib/parse-input";
import { readQuery } from "~/lib/http/read-body.server";
import { askOnceMore, formIdOf, stampFor } from "~/lib/http/form-token.server";
import { OUR_FAULT } from "~/lib/http/to-user-error.server";
import { countOf, limit } from "~/lib/http/rate-limit.server";
import { submit } from "~/lib/http/form-action.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { ContactDetails } from "~/features/messages/components/contact-details";
import { ContactForm } from "~/features/messages/components/contact-form";
import { pageMeta } from "~/features/site/components/seo";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    heading: "Contact Zoo Verse",
    description:
      "Address, phone, email and opening hours of Zoo Verse in Bengaluru, and a form for your questions. We reply within 1–2 business days.",
    path: "/contact",
  });

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  json({ opened: stampFor(context), sent: readQuery(request).sent === "1" });

export const action = ({ request, context }: ActionFunctionArgs) =>
  submit(
    request,
    async (form) => {
      const asked = parse(ContactInput, { ...form, body: form.message });
      const id = formIdOf(form);
      if (!isKept(asked, id)) {
        const refused = askOnceMore(form, "Send message", await countOf("messages", context));
        if (refused) return refused;
        await limit("messages", context);
        sendMessage(asked, id);
      }
      return redirectWithToast("/contact?sent=1#main", "Message sent");
    },
    { wordsForFault: `Failed to send message: ${OUR_FAULT}` },
  );

export default function ContactPage() {
  const { opened, sent } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  // A key per opened form: a refused form stays as it is, and after a sent one the next is empty.
  const openedAt = refused?.values.opened ?? opened;
  return (
    <div className="wrap section">
      <h1 className="text-display">Contact</h1>
      <p className="mt-3 max-w-[36rem] text-lead text-ink-2">
        A question about your visit, a booking or one of the animals? Write to us, or call while we
        are open.
      </p>
      <div className="mt-8 grid items-start gap-10 lg:mt-10 lg:grid-cols-[5fr_7fr] lg:gap-14">
        <ContactForm key={openedAt} opened={openedAt} sent={sent} refused={refused} />
        <ContactDetails />
      </div>
    </div>
  );
}
