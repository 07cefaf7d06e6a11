import { Link } from "@remix-run/react";
import { Field } from "~/components/form/field";
import type { FormError } from "~/components/form/form-state";
import { PostForm } from "~/components/form/post-form";
import { useIsSubmitting } from "~/components/form/use-is-submitting";
import { Button } from "~/components/ui/button";
import { DataTable, type Column } from "~/components/ui/data-table";
import { EmptyState } from "~/components/ui/empty-state";
import { RelativeTime } from "~/components/ui/relative-time";
import { formatCount } from "~/lib/intl";
import type { ScreenData } from "~/lib/screen-data";
import type { Act } from "../reconcile.rules";
import type { reconcileView } from "../reconcile.presenter.server";

type Row = ScreenData<typeof reconcileView>["rows"][number];

type Props = { rows: Row[]; url: string; formError: FormError | undefined };

export const ReconcileTable = ({ rows, ...forms }: Props) => (
  <DataTable
    caption={`${formatCount(rows.length, "row")} to decide, oldest first`}
    columns={[...COLUMNS, actsColumn(forms)]}
    rows={rows}
    idPrefix="row-"
    wide
    empty={<EmptyState line="New rows appear here by themselves.">Nothing to decide.</EmptyState>}
  />
);

const COLUMNS: Column<Row>[] = [
  { label: "When", nowrap: true, cell: ({ when }) => <RelativeTime timestamp={when} /> },
  {
    label: "What",
    primary: true,
    cell: ({ id, what, hint, note }) => (
      <>
        <span id={`what-${id}`} className="font-semibold">
          {what}
        </span>
        {note && <span className="block wrap-anywhere">{note}</span>}
        <span className="block text-small text-ink-2">{hint}</span>
      </>
    ),
  },
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
  { label: "Amount", align: "right", nowrap: true, cell: ({ amount }) => amount },
];

const actsColumn = ({ url, formError }: Omit<Props, "rows">): Column<Row> => ({
  label: "Actions",
  actions: true,
  cell: (row) => (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3 max-lg:pl-2.5 lg:justify-end xl:flex-nowrap">
      {row.acts.map((act, index) => (
        <ActForm
          key={act.intent}
          {...{ row, act, url }}
          isMain={index === 0}
          formError={isAbout(row, act, formError) ? formError : undefined}
        />
      ))}
    </div>
  ),
});

const isAbout = ({ number }: Row, { intent }: Act, formError: FormError | undefined) =>
  formError?.values.intent === intent && formError.values.id === String(number);

type FormProps = { row: Row; act: Act; isMain: boolean } & Omit<Props, "rows">;

function ActForm({ row, act, isMain, url, formError }: FormProps) {
  const { intent, label, field } = act;
  const busy = useIsSubmitting({ id: String(row.number) });
  return (
    <PostForm
      action={url}
      formError={formError}
      prefill={field?.name === "amount" ? { amount: row.rupees } : undefined}
      className={field ? "flex max-w-full flex-wrap items-end gap-2 xl:flex-nowrap" : undefined}
    >
      <input type="hidden" name="id" value={row.number} />
      {field && (
        <Field
          {...field}
          id={`${field.name}-${intent}-${row.id}`}
          required
          maxLength={60}
          autoComplete="off"
          className="w-44 max-w-full"
        />
      )}
      <Button
        name="intent"
        value={intent}
        variant={isMain ? "primary" : "secondary"}
        size={44}
        busy={busy}
        aria-describedby={`what-${row.id}`}
      >
        {label}
      </Button>
    </PostForm>
  );
}
