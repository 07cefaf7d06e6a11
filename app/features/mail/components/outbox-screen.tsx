import type { ScreenData } from "~/lib/screen-data";
import type { outboxView } from "../outbox.presenter.server";
import { RETENTION_DAYS } from "../mail.rules";
import { Pager } from "~/components/ui/pager";
import { ErrorAlert } from "~/components/ui/error-alert";
import { RefreshLink } from "~/components/ui/refresh-link";
import { useCurrentUrl } from "~/components/hooks/use-current-url";
import { PageHead } from "~/components/layout/page-head";
import { OutboxFilter } from "./outbox-filter";
import { OutboxTable } from "./outbox-table";

const PATH = "/admin/dashboard/outbox";

type Props = ScreenData<typeof outboxView>;

export function OutboxScreen({ mails, pagination, failure, note, isConfigured, ...filter }: Props) {
  const buildUrl = useCurrentUrl();
  const isFiltered = Boolean(filter.q || filter.state || filter.kind);
  return (
    <>
      <PageHead
        title="Outbox"
        description={
          isConfigured
            ? `The emails of the last ${RETENTION_DAYS} days, and what happened to them.`
            : "No mail server is set up (SMTP_URL), so these emails are not sent. Those less than a day old will be sent once you set one up."
        }
      >
        <RefreshLink to={buildUrl()} />
      </PageHead>
      <OutboxFilter {...filter} clearTo={isFiltered ? PATH : null} />
      {failure && <ErrorAlert>Failed to load: {failure}</ErrorAlert>}
      {note && <p className="hint">{note}</p>}
      {pagination && (
        <>
          <OutboxTable mails={mails} total={pagination.total} isFiltered={isFiltered} />
          <Pager {...pagination} hrefFor={(page) => buildUrl({ page: String(page) })} />
        </>
      )}
    </>
  );
}
