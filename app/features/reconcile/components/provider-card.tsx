import { DataTable, type Column } from "~/components/ui/data-table";
import { ErrorAlert } from "~/components/ui/error-alert";
import { RelativeTime } from "~/components/ui/relative-time";
import { formatCount } from "~/lib/intl";
import type { ScreenData } from "~/lib/screen-data";
import type { reconcileView } from "../reconcile.presenter.server";

type Provider = ScreenData<typeof reconcileView>["providers"][number];
type Day = Provider["days"][number];

export function ProviderCard({ provider }: { provider: Provider }) {
  const { label, webhook, poll, comparison, days } = provider;
  return (
    <div className="grid grid-cols-1 gap-3">
      <dl className="facts card p-5">
        <dt>Provider</dt>
        <dd>{label}</dd>
        <dt>Last report</dt>
        <dd>{webhook ? <RelativeTime timestamp={webhook} /> : "none yet"}</dd>
        <dt>Last look</dt>
        <dd>{poll ? <RelativeTime timestamp={poll} /> : "none yet"}</dd>
        <dt>Compared</dt>
        <dd>{comparison ? <RelativeTime timestamp={comparison.when} /> : "not yet"}</dd>
        {comparison && !comparison.error && (
          <>
            <dt>Found</dt>
            <dd>
              {formatCount(comparison.taken, "payment")} taken over,{" "}
              {formatCount(comparison.missing, "payment")} missing there
            </dd>
          </>
        )}
      </dl>
      {comparison?.error && <ErrorAlert>The last comparison failed: {comparison.error}</ErrorAlert>}
      {days.length > 0 && (
        <DataTable
          caption={`${label}: what came less what went, by day and method`}
          columns={COLUMNS}
          rows={days}
          isStrong={({ difference }) => difference !== null}
        />
      )}
    </div>
  );
}

const COLUMNS: Column<Day>[] = [
  { label: "Day", nowrap: true, primary: true, cell: ({ day }) => day },
  { label: "Method", cell: ({ method }) => method },
  { label: "Here", align: "right", cell: ({ here }) => here },
  { label: "Provider", align: "right", cell: ({ there }) => there },
  { label: "Fees", align: "right", cell: ({ fees }) => fees },
  { label: "Difference", align: "right", cell: ({ difference }) => difference ?? "₹0" },
];
