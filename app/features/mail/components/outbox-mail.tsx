import { Form } from "@remix-run/react";
import Paperclip from "lucide-react/icons/paperclip";
import { Fragment } from "react";
import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import type { ScreenData } from "~/lib/screen-data";
import type { outboxMail } from "../outbox.presenter.server";
import { RelativeTime } from "~/components/ui/relative-time";
import { Section } from "~/components/ui/section";
import { useIsSubmitting } from "~/components/form/use-is-submitting";
import { MailStateBadge } from "./mail-state";
import { MailOrder } from "./outbox-table";

type Mail = ScreenData<typeof outboxMail>;

export const MailText = ({
  mail: { content, attachments, outdatedReason, hasChangedSince },
}: {
  mail: Mail;
}) => (
  <Section id="mail-text" title="Content" className="card grid gap-4 p-5">
    {hasChangedSince && (
      <p className="text-ink-2">
        Its order has changed since it was sent. This is how it would read now.
      </p>
    )}
    {content ? (
      <div className="wrap-anywhere whitespace-pre-line">
        {content.lines.map(({ line, isLink }, index) => (
          <Fragment key={index}>
            {isLink ? (
              <a href={line} className="link">
                {line}
              </a>
            ) : (
              line
            )}
            {"\n"}
          </Fragment>
        ))}
      </div>
    ) : (
      <p className="text-ink-2">
        {outdatedReason
          ? `${outdatedReason}, so this email is no longer needed.`
          : "Its order was deleted, so its content is gone."}
      </p>
    )}
    {attachments.length > 0 && (
      <ul className="grid gap-2 border-t border-line pt-4" aria-label="Attachments">
        {attachments.map((name) => (
          <li key={name} className="flex items-center gap-2">
            <Icon icon={Paperclip} size={18} /> {name}
          </li>
        ))}
      </ul>
    )}
  </Section>
);

export const MailFacts = ({ mail }: { mail: Mail }) => (
  <Section id="mail-facts" title="Delivery" className="card grid gap-4 p-5">
    <div>
      <MailStateBadge state={mail.state} />
      {mail.note && <p className="mt-3">{mail.note}</p>}
      {mail.next && <p className="mt-3">{mail.next}</p>}
    </div>
    <dl className="facts">
      <dt>Kind</dt>
      <dd>{mail.kind}</dd>
      <dt>To</dt>
      <dd className="wrap-anywhere">{mail.to}</dd>
      <dt>Order</dt>
      <dd>
        <MailOrder {...mail} />
      </dd>
      <dt>Created</dt>
      <dd>
        <RelativeTime timestamp={mail.created} />
      </dd>
      <dt>Sent</dt>
      <dd>{mail.sent ? <RelativeTime timestamp={mail.sent} /> : "–"}</dd>
      <dt>Attempts</dt>
      <dd>{mail.attempts}</dd>
    </dl>
  </Section>
);

export function SendAgain({ id, state }: Pick<Mail, "id" | "state">) {
  const busy = useIsSubmitting();
  return (
    <Form method="post" action={`/admin/dashboard/outbox/${id}#errors`} preventScrollReset>
      <Button busy={busy}>{state === "held back" ? "Send now" : "Send again"}</Button>
    </Form>
  );
}
