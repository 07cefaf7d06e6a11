import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findOutboxMail, resend } from "~/features/mail/outbox-list.server";
import { withDomainErrors } from "~/lib/http/domain-error-response.server";
import { RESENDABLE } from "~/features/mail/mail.rules";
import { outboxMail } from "~/features/mail/outbox.presenter.server";
import { staffFormAction } from "~/lib/http/form-action.server";
import { requireStaff } from "~/features/auth/auth.http.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { ButtonLink } from "~/components/ui/button";
import { ErrorSummary } from "~/components/form/error-summary";
import { useActionResult } from "~/components/form/use-action-result";
import { PageHead } from "~/components/layout/page-head";
import { MailFacts, MailText, SendAgain } from "~/features/mail/components/outbox-mail";

export { clientAction, shouldRevalidate } from "~/components/form/resilient-client-action";

const OUTBOX = "/admin/dashboard/outbox";

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  return withDomainErrors(() => json({ mail: outboxMail(findOutboxMail(staff, id)) }));
}

export const action = ({ request, params: { id = "" } }: ActionFunctionArgs) =>
  staffFormAction(request, async (staff) => {
    resend(staff, id);
    return redirectWithToast(`${OUTBOX}/${id}#main`, "Email queued again");
  });

export default function OutboxMailPage() {
  const { mail } = useLoaderData<typeof loader>();
  const formError = useActionResult<typeof action>();
  return (
    <>
      <PageHead title={mail.content?.subject ?? mail.kind}>
        <ButtonLink to={OUTBOX} variant="secondary">
          Back to Outbox
        </ButtonLink>
        {RESENDABLE.includes(mail.state) && <SendAgain {...mail} />}
      </PageHead>
      <ErrorSummary formError={formError} />
      <div className="grid items-start gap-6 lg:grid-cols-[7fr_5fr]">
        <MailText mail={mail} />
        <MailFacts mail={mail} />
      </div>
    </>
  );
}
