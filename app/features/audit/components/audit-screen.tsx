import type { ScreenData } from "~/lib/screen-data";
import type { auditLogView } from "../audit-log.presenter.server";
import { AuditTable } from "./audit-table";
import { ChainStatus } from "./chain-status";
import { EmptyState } from "~/components/ui/empty-state";
import { Pager } from "~/components/ui/pager";
import { ErrorAlert } from "~/components/ui/error-alert";
import { RefreshLink } from "~/components/ui/refresh-link";
import { listCaption } from "~/components/ui/list-caption";
import { useCurrentUrl } from "~/components/hooks/use-current-url";
import { SearchBar, SearchField } from "~/components/form/search-bar";
import { PageHead } from "~/components/layout/page-head";

const PATH = "/admin/dashboard/audit";

type Props = ScreenData<typeof auditLogView>;

export function AuditScreen({ rows, pagination, failure, note, target, chain }: Props) {
  const buildUrl = useCurrentUrl(["check"]);
  return (
    <>
      <PageHead
        title="Audit"
        description="Who changed what, and when. Nothing here can be changed."
      >
        <RefreshLink to={buildUrl()} />
      </PageHead>
      <ChainStatus {...chain} checkAgainUrl={buildUrl({ check: "again" })} />
      <SearchBar clearTo={target ? PATH : null}>
        <SearchField
          label="Who or target"
          name="target"
          defaultValue={target}
          placeholder="Asha, order ZV-7G3K, message, …"
        />
      </SearchBar>
      {failure && <ErrorAlert>Failed to load: {failure}</ErrorAlert>}
      {note && <p className="hint">{note}</p>}
      {pagination && (
        <>
          <AuditTable
            rows={rows}
            caption={listCaption(rows.length, pagination.total, "records")}
            hrefFor={(rowTarget) => `${PATH}?${new URLSearchParams({ target: rowTarget })}`}
            empty={
              <EmptyState
                line={
                  target ? "Try another name or target." : "Changes appear here as they are made."
                }
              >
                No records found.
              </EmptyState>
            }
          />
          <Pager {...pagination} hrefFor={(page) => buildUrl({ page: String(page) })} />
        </>
      )}
    </>
  );
}
