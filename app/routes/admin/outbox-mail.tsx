import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findOutboxMail, sendAgain } from "~/domain/mail/outbox-list.server";
import { orResponse } from "~/http/or-response.server";
import { outboxMail } from "~/http/screens/outbox-view.server";
import { submitAsStaff } from "~/http/screens/submit.server";
import { requireStaff } from "~/http/sign-in/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { ButtonLink } from "~/ui/base/button";
import { ErrorSummary } from "~/ui/form/error-summary";
import { useAnswer } from "~/ui/form/use-answer";
import { PageHead } from "~/ui/layout/page-head";
import { MailFacts, MailText, SendAgain } from "~/ui/mail/outbox-mail";

export { clientAction, shouldRevalidate } from "~/ui/form/lost-answer";

const OUTBOX = "/admin/dashboard/outbox";

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return orResponse(() => json({ mail: outboxMail(findOutboxMail(staff, id)) }));
}

export const action = ({ request, params: { id = "" } }: ActionFunctionArgs) =>
  submitAsStaff(request, async (staff) => {
    sendAgain(staff, id);
    return redirectWithToast(`${OUTBOX}/${id}#main`, "Email queued again");
  });

export default function OutboxMailPage() {
  const { mail } = useLoaderData<typeof loader>();
  const refused = useAnswer<typeof action>();
  return (
    <>
      <PageHead title={mail.letter?.subject ?? mail.kind}>
        <ButtonLink to={OUTBOX} variant="secondary">
          Back to Outbox
        </ButtonLink>
        {mail.state === "failed" && <SendAgain id={mail.id} />}
      </PageHead>
      <ErrorSummary refused={refused} />
      <div className="grid items-start gap-6 lg:grid-cols-[7fr_5fr]">
        <MailText mail={mail} />
        <MailFacts mail={mail} />
      </div>
    </>
  );
}
