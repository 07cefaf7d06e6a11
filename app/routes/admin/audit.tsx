import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listAudit, verifyAudit } from "~/features/audit/audit-log.server";
import { ListAudit } from "~/features/audit/audit.schema";
import { timeOfDay } from "~/lib/time-zone.server";
import { readQuery } from "~/lib/http/read-body.server";
import { orResponse } from "~/lib/http/domain-error-response.server";
import { auditView } from "~/features/audit/audit.presenter.server";
import { listOrFailure } from "~/lib/http/load-or-error.server";
import { requireStaff } from "~/features/auth/session.http.server";
import { AuditTable } from "~/features/audit/components/audit-table";
import { ChainLine } from "~/features/audit/components/chain-status";
import { EmptyState } from "~/components/ui/empty-state";
import { Pager } from "~/components/ui/pager";
import { RedBox } from "~/components/ui/error-alert";
import { Refresh } from "~/components/ui/refresh-link";
import { showing } from "~/components/ui/list-caption";
import { useAddress } from "~/components/hooks/use-current-url";
import { SearchBar, SearchField } from "~/components/form/search-bar";
import { PageHead } from "~/components/layout/page-head";

const HERE = "/admin/dashboard/audit";
/** Checking a long log continues after the page is sent. */
const PATIENCE_MS = 10;

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  const { target = "", page, check } = readQuery(request);
  const { items, pagination, failure, note, status } = await listOrFailure(
    request,
    ListAudit,
    { q: target, page },
    (query) => listAudit(staff, query),
  );
  const { fromStartAt, ...chain } = await orResponse(() =>
    verifyAudit(staff, check === "again", PATIENCE_MS),
  );
  return json(
    {
      rows: items.map(auditView),
      pagination,
      failure,
      note,
      target,
      chain: { ...chain, checked: timeOfDay(fromStartAt) },
    },
    status,
  );
}

export default function AuditPage() {
  const { rows, pagination, failure, note, target, chain } = useLoaderData<typeof loader>();
  const here = useAddress(["check"]);
  return (
    <>
      <PageHead title="Audit" line="Who changed what, and when. Nothing here can be changed.">
        <Refresh to={here()} />
      </PageHead>
      <ChainLine {...chain} again={here({ check: "again" })} />
      <SearchBar clearTo={target ? HERE : null}>
        <SearchField
          label="Who or target"
          name="target"
          defaultValue={target}
          placeholder="Asha, order ZV-7G3K, message, …"
        />
      </SearchBar>
      {failure && <RedBox>Failed to load: {failure}</RedBox>}
      {note && <p className="hint">{note}</p>}
      {pagination && (
        <>
          <AuditTable
            rows={rows}
            caption={showing(rows.length, pagination.total, "records")}
            hrefFor={(wanted) => `${HERE}?${new URLSearchParams({ target: wanted })}`}
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
          <Pager {...pagination} hrefFor={(page) => here({ page: String(page) })} />
        </>
      )}
    </>
  );
}
