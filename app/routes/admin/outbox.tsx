import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { KEPT_DAYS } from "~/features/mail/mail.rules";
import { listOutbox } from "~/features/mail/outbox-list.server";
import { ListOutbox } from "~/features/mail/outbox.schema";
import { sendsMail } from "~/env.server";
import { readQuery } from "~/lib/http/read-body.server";
import { listOrFailure } from "~/lib/http/load-or-error.server";
import { outboxRow } from "~/features/mail/outbox.presenter.server";
import { requireStaff } from "~/features/auth/session.http.server";
import { Pager } from "~/components/ui/pager";
import { RedBox } from "~/components/ui/error-alert";
import { Refresh } from "~/components/ui/refresh-link";
import { useAddress } from "~/components/hooks/use-current-url";
import { PageHead } from "~/components/layout/page-head";
import { OutboxFilter } from "~/features/mail/components/outbox-filter";
import { OutboxTable } from "~/features/mail/components/outbox-table";

const HERE = "/admin/dashboard/outbox";

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  const { q = "", state = "", kind = "", page } = readQuery(request);
  const { items, pagination, failure, note, status } = await listOrFailure(
    request,
    ListOutbox,
    { q, state, kind, page },
    (query) => listOutbox(staff, query),
  );
  const isOpen = sendsMail();
  return json(
    { mails: items.map(outboxRow), pagination, failure, note, q, state, kind, isOpen },
    status,
  );
}

export default function OutboxPage() {
  const { mails, pagination, failure, note, isOpen, ...filter } = useLoaderData<typeof loader>();
  const here = useAddress();
  const isFiltered = Boolean(filter.q || filter.state || filter.kind);
  return (
    <>
      <PageHead
        title="Outbox"
        line={
          isOpen
            ? `The emails of the last ${KEPT_DAYS} days, and what happened to them.`
            : "No mail server is set up (SMTP_URL), so these emails are not sent. Those less than a day old will be sent once you set one up."
        }
      >
        <Refresh to={here()} />
      </PageHead>
      <OutboxFilter {...filter} clearTo={isFiltered ? HERE : null} />
      {failure && <RedBox>Failed to load: {failure}</RedBox>}
      {note && <p className="hint">{note}</p>}
      {pagination && (
        <>
          <OutboxTable mails={mails} total={pagination.total} isFiltered={isFiltered} />
          <Pager {...pagination} hrefFor={(page) => here({ page: String(page) })} />
        </>
      )}
    </>
  );
}
