import { Link } from "@remix-run/react";
import Lock from "lucide-react/icons/lock";
import type { BuildUrl } from "~/components/hooks/use-current-url";
import { ButtonLink } from "~/components/ui/button";
import { DataTable, type Column } from "~/components/ui/data-table";
import { EmptyState } from "~/components/ui/empty-state";
import { Icon } from "~/components/ui/icon";
import { listCaption } from "~/components/ui/list-caption";
import { Pager } from "~/components/ui/pager";
import { StatCard, StatCards } from "~/components/ui/stat-card";
import { StatusBadge } from "~/components/ui/status-badge";
import type { ScreenData } from "~/lib/screen-data";
import type { takingsView } from "../takings.presenter.server";

type View = NonNullable<ScreenData<typeof takingsView>["takings"]>;
type Sums = View["total"];
type Props = View & { buildUrl: BuildUrl };

export const Takings = ({ total, days, ways, staff, ...list }: Props) => (
  <>
    <StatCards>
      <StatCard label="Came" figure={total.came} line="payments" />
      <StatCard label="Went" figure={total.went} line="refunds" />
      {total.returned && (
        <StatCard label="Came back" figure={total.returned} line="refunds that failed" />
      )}
      <StatCard label="Net" figure={total.net} line="of this period" />
    </StatCards>
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
      <div className="xl:col-span-2">
        <DataTable
          caption="By day"
          columns={dayColumns(total, list)}
          rows={withTotal(days, total)}
          idPrefix="day-"
          isStrong={isTotal}
          empty={<EmptyState line="Choose another period.">No money came or went.</EmptyState>}
        />
      </div>
      <DataTable
        caption="By way"
        columns={[{ label: "Way", primary: true, cell: labelOf }, ...sumColumns(total)]}
        rows={withTotal(ways, total)}
        isStrong={isTotal}
        empty={<EmptyState>Nothing in this period.</EmptyState>}
      />
      <DataTable
        caption="By member of staff"
        columns={[{ label: "Who", primary: true, cell: labelOf }, ...sumColumns(total)]}
        rows={withTotal(staff, total)}
        isStrong={isTotal}
        empty={<EmptyState>Nothing in this period.</EmptyState>}
      />
    </div>
    <Lines {...list} />
  </>
);

const TOTAL = "total";
type SumRow = Sums & { id: string; label: string };

const withTotal = <Row extends SumRow>(rows: Row[], total: Sums): (Row | SumRow)[] =>
  rows.length > 1 ? [...rows, { id: TOTAL, label: "Total", ...total }] : rows;
const isTotal = ({ id }: { id: string }) => id === TOTAL;
const labelOf = ({ label }: SumRow) => label;

/** Money seldom comes back: that column is there only in periods in which some has. */
const sumColumns = ({ returned }: Sums): Column<SumRow>[] => [
  { label: "Came", align: "right", nowrap: true, cell: ({ came }) => came },
  { label: "Went", align: "right", nowrap: true, cell: ({ went }) => went },
  ...(returned
    ? [
        {
          label: "Came back",
          align: "right",
          nowrap: true,
          cell: (row: SumRow) => row.returned,
        } as const,
      ]
    : []),
  { label: "Net", align: "right", nowrap: true, strong: true, cell: ({ net }) => net },
];

type DayRow = SumRow & Partial<Pick<View["days"][number], "lockedBy" | "isLockable">>;

const dayColumns = (total: Sums, { mayLock, buildUrl }: Pick<Props, "mayLock" | "buildUrl">) => {
  const columns: Column<DayRow>[] = [
    {
      label: "Day",
      primary: true,
      nowrap: true,
      strong: true,
      cell: ({ label }) => label,
    },
    {
      label: "State",
      cell: ({ id, lockedBy }) =>
        lockedBy ? (
          <>
            <StatusBadge tone="info">Locked</StatusBadge>{" "}
            <span className="text-ink-2">by {lockedBy}</span>
          </>
        ) : (
          !isTotal({ id }) && "Open"
        ),
    },
    ...sumColumns(total),
  ];
  const actions: Column<DayRow> = {
    label: "Actions",
    actions: true,
    cell: ({ id, label, isLockable }) =>
      isLockable && (
        <ButtonLink
          to={buildUrl({ confirm: "lock", id })}
          variant="secondary"
          size={36}
          preventScrollReset
          aria-label={`Lock ${label}`}
        >
          <Icon icon={Lock} size={18} /> Lock
        </ButtonLink>
      ),
  };
  return mayLock ? [...columns, actions] : columns;
};

type Line = View["lines"][number];

const LINES: Column<Line>[] = [
  {
    label: "What",
    primary: true,
    cell: ({ what, isToReview }) => (
      <>
        {what} {isToReview && <StatusBadge tone="pending">To decide</StatusBadge>}
      </>
    ),
  },
  { label: "Day", nowrap: true, cell: ({ day }) => day },
  { label: "Number", nowrap: true, cell: DocumentLink },
  {
    label: "Order",
    nowrap: true,
    cell: ({ orderId, hasOrder }) =>
      hasOrder ? (
        <Link to={`/admin/dashboard/orders/${orderId}`} className="link">
          {orderId}
        </Link>
      ) : (
        orderId
      ),
  },
  { label: "Way", cell: ({ way }) => way },
  {
    label: "Who",
    cell: ({ who, shift }) => (
      <>
        {who}
        {shift && (
          <span className="block whitespace-nowrap">
            <Link to={shift.to} className="link">
              {shift.label}
            </Link>
          </span>
        )}
      </>
    ),
  },
  { label: "Amount", align: "right", nowrap: true, strong: true, cell: ({ amount }) => amount },
];

function DocumentLink({ kind, number }: Line) {
  const [path, label] =
    kind === "payment" ? ["receipts", "Receipt"] : ["credit-notes", "Credit note"];
  return (
    <Link to={`/admin/dashboard/${path}/${number}`} className="link">
      {label} {number}
    </Link>
  );
}

const Lines = ({
  lines,
  pagination,
  buildUrl,
}: Pick<Props, "lines" | "pagination" | "buildUrl">) => (
  <>
    <DataTable
      caption={listCaption(lines.length, pagination.total, "lines")}
      columns={LINES}
      rows={lines}
      empty={<EmptyState>No payments or refunds.</EmptyState>}
      sticky
    />
    <Pager {...pagination} hrefFor={(page) => buildUrl({ page: String(page) })} />
  </>
);
