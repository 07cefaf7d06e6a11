import type { ScreenData } from "~/lib/screen-data";
import type { importView } from "../import.presenter.server";
import { Form } from "@remix-run/react";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { IntentButton } from "~/components/form/intent-button";
import type { FormError } from "~/components/form/form-state";
import { DataTable, type Column } from "~/components/ui/data-table";
import { ErrorAlert, Notice } from "~/components/ui/error-alert";
import { StatCard, StatCards } from "~/components/ui/stat-card";
import { formatCount, formatPart } from "~/lib/intl";
import { IMPORT_PATH } from "../import.rules";
import { DiscardForm, UploadForm } from "./upload-form";

type Preview = NonNullable<ScreenData<typeof importView>["preview"]>;
type Props = Preview & { newUpload: string; formError: FormError | undefined };

export function ImportPreview(props: Props) {
  const { counts, rows, rowCount, errors, errorCount, failure, fingerprint } = props;
  const hasErrors = errorCount > 0;
  const nothingToDo = rowCount === 0;
  return (
    <>
      {failure && <ErrorAlert>{failure}</ErrorAlert>}
      {hasErrors && (
        <ErrorAlert>
          {formatCount(errorCount, "error")} in the file. Nothing can be imported until{" "}
          {errorCount === 1 ? "it is" : "they are"} corrected.
        </ErrorAlert>
      )}
      <Warnings {...props} />
      {hasErrors ? (
        <DataTable
          caption={`Errors: ${formatPart(errors.length, errorCount)}`}
          columns={ERROR_COLUMNS}
          rows={errors}
        />
      ) : (
        <>
          <StatCards>
            <StatCard label="New" figure={counts.added} />
            <StatCard label="Changed" figure={counts.changed} />
            <StatCard label="Unchanged" figure={counts.unchanged} />
          </StatCards>
          {!nothingToDo && (
            <DataTable
              caption={`New and changed animals: ${formatPart(rows.length, rowCount)}`}
              columns={ROW_COLUMNS}
              rows={rows}
            />
          )}
          {nothingToDo && <p className="text-ink-2">Every animal is already as in the file.</p>}
        </>
      )}
      <div className="flex flex-wrap gap-3">
        {!hasErrors && !nothingToDo && (
          <Form method="post" action={IMPORT_PATH}>
            <input type="hidden" name="seen" value={fingerprint} />
            <IntentButton intent="import">Import {formatCount(rowCount, "animal")}</IntentButton>
          </Form>
        )}
        <DiscardForm isDone={nothingToDo && !hasErrors} />
      </div>
      {hasErrors && <UploadForm newUpload={props.newUpload} formError={props.formError} />}
    </>
  );
}

const Warnings = ({ unknownColumns, unusedPhotos }: Preview) => (
  <>
    {unknownColumns.length > 0 && (
      <Notice icon={TriangleAlert}>
        {unknownColumns.length === 1 ? "A column is" : "Columns are"} not imported:{" "}
        {listed(unknownColumns)}.
      </Notice>
    )}
    {unusedPhotos.length > 0 && (
      <Notice icon={TriangleAlert}>
        {formatCount(unusedPhotos.length, "file")} {unusedPhotos.length === 1 ? "is" : "are"} named
        in no row: {listed(unusedPhotos)}.
      </Notice>
    )}
  </>
);

const MAX_LISTED = 10;
const listed = (names: string[]) =>
  names.slice(0, MAX_LISTED).join(", ") + (names.length > MAX_LISTED ? " …" : "");

const ERROR_COLUMNS: Column<Props["errors"][number]>[] = [
  { label: "Row", cell: ({ row }) => row },
  { label: "Column", cell: ({ column }) => <code>{column}</code> },
  { label: "Problem", cell: ({ message }) => message, strong: true },
];

const ROW_COLUMNS: Column<Props["rows"][number]>[] = [
  { label: "Row", cell: ({ row }) => row },
  { label: "Name", cell: ({ name }) => name, strong: true },
  { label: "Title", cell: ({ title }) => title && <i>{title}</i> },
  {
    label: "What happens",
    cell: ({ kind, changes }) => (kind === "new" ? "New" : `Changed: ${changes.join(", ")}`),
  },
];
