import { ANIMAL_FIELDS } from "~/features/animals/animal.rules";
import { authorize, type Staff } from "~/features/auth/permissions";
import { columnOf, COLUMNS } from "./animal-csv.rules";
import { createId } from "~/lib/ids.server";
import { readChecked, readState, type CheckedUpload } from "./import-files.server";
import { countPlanned, planImport, type PlannedRow } from "./plan-import.server";
import { importProgress } from "./run-import.server";

const MAX_SHOWN = 100;

/** The step at which the account's import is; the other steps are null. Throws `forbidden`. */
export async function importView(staff: Staff) {
  authorize(staff, "animals.upload");
  const state = await readState(staff.id);
  const checked = state?.status === "checked" ? await readChecked(staff.id) : undefined;
  const isRunning = state?.status === "running";
  const progress = isRunning ? (importProgress(staff.id) ?? { done: 0, total: 0 }) : null;
  const result = (state?.status === "done" && state.result) || null;
  const preview = checked ? previewOf(checked, state?.failure) : null;
  return { progress, result, preview, columns: COLUMNS, newUpload: createId() };
}

function previewOf(checked: CheckedUpload, failure = "") {
  const plan = planImport(checked);
  const differing = plan.rows.filter(({ kind }) => kind !== "unchanged");
  return {
    failure,
    counts: countPlanned(plan),
    rows: differing.slice(0, MAX_SHOWN).map(rowView),
    rowCount: differing.length,
    errors: plan.errors.slice(0, MAX_SHOWN).map((error, index) => ({ ...error, id: index })),
    errorCount: plan.errors.length,
    unknownColumns: checked.unknownColumns,
    unusedPhotos: plan.unusedPhotos,
    fingerprint: plan.fingerprint,
  };
}

const rowView = ({ row, kind, before, after }: PlannedRow) => ({
  id: row,
  row,
  kind,
  name: after.name,
  title: after.title,
  changes: before
    ? ANIMAL_FIELDS.filter((field) => before[field] !== after[field]).map(columnOf)
    : [],
});
