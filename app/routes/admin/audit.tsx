import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listAudit, verifyAudit } from "~/domain/audit/audit-log.server";
import { ListAudit } from "~/domain/audit/audit.schema";
import { timeOfDay } from "~/domain/zoo-time.server";
import { readQuery } from "~/http/body.server";
import { orResponse } from "~/http/or-response.server";
import { auditView } from "~/http/screens/audit-view.server";
import { listOrFailure } from "~/http/screens/or-failure.server";
import { requireStaff } from "~/http/sign-in/session.server";
import { AuditTable } from "~/ui/audit/audit-table";
import { ChainLine } from "~/ui/audit/chain-line";
import { EmptyState } from "~/ui/base/empty-state";
import { Pager } from "~/ui/base/pager";
import { RedBox } from "~/ui/base/red-box";
import { Refresh } from "~/ui/base/refresh";
import { showing } from "~/ui/base/showing";
import { useAddress } from "~/ui/base/use-address";
import { SearchBar, SearchField } from "~/ui/form/search-bar";
import { PageHead } from "~/ui/layout/page-head";

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
