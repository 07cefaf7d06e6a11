import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listAudit, verifyAudit } from "~/domain/audit-log.server";
import { inFigures } from "~/domain/formats";
import { LONGEST } from "~/domain/text";
import { timeOfDay } from "~/domain/zoo-time.server";
import { auditView } from "~/http/screens/audit-view.server";
import { readQuery } from "~/http/body.server";
import { orResponse } from "~/http/guard.server";
import { listed } from "~/http/screens/listed.server";
import { requireStaff } from "~/http/sign-in/session.server";
import { AuditTable } from "~/ui/audit/audit-table";
import { ChainLine } from "~/ui/audit/chain-line";
import { EmptyState } from "~/ui/base/empty-state";
import { Field } from "~/ui/form/field";
import { PageHead } from "~/ui/layout/page-head";
import { Pager } from "~/ui/base/pager";
import { RedBox } from "~/ui/base/red-box";
import { Refresh } from "~/ui/base/refresh";
import { SearchBar } from "~/ui/form/search-bar";
import { useAddress } from "~/ui/base/use-address";

const HERE = "/admin/dashboard/audit";
const PAGE_SIZE = 50;
const MAX_PAGE = 1_000_000;
/** A long log is read on after the page is sent. */
const PATIENCE_MS = 10;

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request);
  const { target = "", page, check } = readQuery(request);
  const { items, pagination, failure, note, status } = await listed(
    request,
    () => ({ q: target.slice(0, 200), page: pageIn(page), limit: PAGE_SIZE }),
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

const pageIn = (typed: string | undefined) =>
  Math.min(Math.max(1, Math.trunc(Number(typed)) || 1), MAX_PAGE);

export default function AuditPage() {
  const { rows, pagination, failure, note, target, chain } = useLoaderData<typeof loader>();
  const here = useAddress(["check", "index", "_data"]);
  return (
    <>
      <PageHead title="Audit" line="Who changed what, and when. Nothing here can be changed.">
        <Refresh to={here()} />
      </PageHead>
      <ChainLine {...chain} again={here({ check: "again" })} />
      <SearchBar clearTo={target ? HERE : undefined}>
        <Field
          label="Target"
          type="search"
          name="target"
          maxLength={LONGEST.search}
          defaultValue={target}
          placeholder="order ZV-7G3K, admin, message, …"
          className="grow basis-full sm:basis-72"
        />
      </SearchBar>
      {failure && <RedBox>Failed to load: {failure}</RedBox>}
      {note && <p className="hint">{note}</p>}
      {pagination && (
        <>
          <AuditTable
            rows={rows}
            caption={captionFor(rows.length, pagination.total)}
            hrefFor={(wanted) => `${HERE}?${new URLSearchParams({ target: wanted })}`}
            empty={
              <EmptyState
                line={target ? "Try another target." : "Changes appear here as they are made."}
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

const captionFor = (shown: number, total: number) =>
  total === 0 ? "0 records" : `Showing ${shown} of ${inFigures(total)} records, newest first`;
