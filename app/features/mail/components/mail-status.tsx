import { Form, Link } from "@remix-run/react";
import MailWarning from "lucide-react/icons/mail-warning";
import { IntentButton } from "~/components/form/intent-button";
import { Notice } from "~/components/ui/error-alert";
import { RelativeTime } from "~/components/ui/relative-time";
import { formatCount } from "~/lib/intl";
import type { bouncedView, mailStatusView } from "../status/mail-status.presenter.server";

const OUTBOX = "/admin/dashboard/outbox";

type Status = NonNullable<ReturnType<typeof mailStatusView>>;

/** On the dashboard, while mails do not arrive. */
export const MailStatusNotice = ({ late, bounced, newestBounce, mayTest, email }: Status) => (
  <>
    {late && (
      <div className="flex flex-wrap items-center gap-3 rounded-card bg-pending-bg p-4 text-pending-fg">
        <Notice icon={MailWarning} className="grow basis-80">
          <Link to={`${OUTBOX}?state=waiting`} className="underline">
            {formatCount(late.count, "email")}
          </Link>{" "}
          waiting for more than 15 minutes, the first was due{" "}
          <RelativeTime timestamp={late.since} />.{" "}
          {late.answer
            ? `The mail server says: ${late.answer}`
            : "No mail server has answered yet."}
        </Notice>
        {mayTest && (
          <Form method="post" action={`${OUTBOX}#errors`}>
            <IntentButton intent="test" variant="secondary">
              Send a test mail<span className="sr-only"> to {email}</span>
            </IntentButton>
          </Form>
        )}
      </div>
    )}
    {bounced > 0 && (
      <Notice icon={MailWarning}>
        Came back in the last seven days:{" "}
        <Link
          to={bounced === 1 ? `${OUTBOX}/${newestBounce}` : `${OUTBOX}?state=bounced`}
          className="underline"
        >
          {formatCount(bounced, "email")}
        </Link>
      </Notice>
    )}
  </>
);

/** On the order's page. */
export const BouncedMails = ({ mails }: { mails: ReturnType<typeof bouncedView> }) =>
  mails.map(({ id, kind, to, sent, reason }) => (
    <Notice key={id} icon={MailWarning}>
      The email “{kind}” to <span className="wrap-anywhere">{to}</span>
      {sent && (
        <>
          , sent <RelativeTime timestamp={sent} />,
        </>
      )}{" "}
      came back: {reason}. Correct the address under Contact, and it is sent again.
    </Notice>
  ));
