import { Link } from "@remix-run/react";
import { IntentButton } from "~/components/form/intent-button";
import { PostForm } from "~/components/form/post-form";
import { DataTable, type Column } from "~/components/ui/data-table";
import { EmptyState } from "~/components/ui/empty-state";
import { StatCard, StatCards } from "~/components/ui/stat-card";
import { formatCount, formatPart } from "~/lib/intl";
import type { ScreenData } from "~/lib/screen-data";
import type { statementPreview } from "../statement.presenter.server";
import { STATEMENT_PATH } from "../statement.rules";

export type Preview = ScreenData<typeof statementPreview>;

export const StatementPreview = ({ preview }: { preview: Preview }) => {
  const { counts, rows, rowCount, errors, errorCount, others, hits, hitCount } = preview;
  return (
    <>
      <StatCards>
        {counts.map(({ kind, label, count }) => (
          <StatCard key={kind} label={label} figure={count} />
        ))}
      </StatCards>
      {hitCount > 0 && (
        <PostForm action={STATEMENT_PATH} formError={undefined}>
          <input type="hidden" name="hits" value={hits} />
          <IntentButton intent="record">Record {formatCount(hitCount, "payment")}</IntentButton>
        </PostForm>
      )}
      <DataTable
        caption={`Credits with a UPI reference: ${formatPart(rows.length, rowCount)}`}
        columns={COLUMNS}
        rows={rows}
        isStrong={({ kind }) => kind === "exact"}
        empty={<EmptyState>No credit has a UPI reference.</EmptyState>}
      />
      {errorCount > 0 && (
        <DataTable
          caption={`Lines that cannot be read: ${formatPart(errors.length, errorCount)}`}
          columns={ERROR_COLUMNS}
          rows={errors}
        />
      )}
      {others > 0 && (
        <p className="text-ink-2">
          {formatCount(others, "other line")}: no credit, or without a UPI reference.
        </p>
      )}
    </>
  );
};

type Row = Preview["rows"][number];

const COLUMNS: Column<Row>[] = [
  { label: "Line", cell: ({ line }) => line },
  { label: "Day", nowrap: true, cell: ({ day }) => day },
  { label: "Reference", nowrap: true, primary: true, cell: ({ reference }) => reference },
  { label: "Amount", align: "right", nowrap: true, cell: ({ amount }) => amount },
  {
    label: "Order",
    cell: ({ orderIds }) =>
      orderIds.map((id) => (
        <Link key={id} to={`/admin/dashboard/orders/${id}`} className="link mr-3">
          {id}
        </Link>
      )),
  },
  {
    label: "What fits",
    cell: ({ kind, what, note }) => [what, note || WAY_ON[kind]].filter(Boolean).join(": "),
  },
];

const WAY_ON: Partial<Record<Row["kind"], string>> = {
  several: "decide on Reconcile",
  none: "if you know whose it is, enter the reference with Mark Paid on the order's page",
};

const ERROR_COLUMNS: Column<Preview["errors"][number]>[] = [
  { label: "Line", cell: ({ line }) => line },
  { label: "Problem", strong: true, cell: ({ message }) => message },
];
