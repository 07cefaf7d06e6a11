import { sqlite } from "db/connection.server";
import { hasEvent } from "~/features/audit/audit-log.server";
import { authorize, type Staff } from "~/features/auth/permissions";
import { DomainError } from "~/lib/errors";
import { HOUR_MS } from "~/lib/dates";
import { logError } from "~/lib/http/logger.server";
import {
  importAnimals,
  photosToEncode,
  CHANGED_SINCE,
  type Progress,
} from "./import-animals.server";
import {
  accountsWithUpload,
  inTurn,
  readChecked,
  readState,
  removeFiles,
  removeUpload,
  writeState,
  type ImportState,
} from "./import-files.server";
import { countPlanned, planImport } from "./plan-import.server";
import { deleteUnusedImages } from "./unused-images.server";
import { noUpload } from "./uploads.server";

/** An upload that nobody imports is deleted after this time. */
const EXPIRES_MS = 24 * HOUR_MS;

/** The imports that this process is at, by account. */
const running = new Map<string, Progress>();
export const importProgress = (staffId: string) => running.get(staffId);

/**
 * Imports in the background what the preview with this fingerprint showed. Throws `invalid` where rows have errors,
 * `conflict` where the animals have changed since, `not_found`.
 */
export async function startImport(staff: Staff, fingerprint: string) {
  authorize(staff, "animals.upload");
  await inTurn(staff.id, async () => {
    const [state, checked] = [await readState(staff.id), await readChecked(staff.id)];
    if (state?.fingerprint === fingerprint && state.status !== "checked") return; // a second press
    if (state?.status !== "checked" || !checked) throw noUpload();
    const plan = planImport(checked);
    if (plan.errors.length > 0)
      throw new DomainError(
        "invalid",
        "Correct the errors in the file first, and upload it again.",
      );
    if (plan.fingerprint !== fingerprint) throw new DomainError("conflict", CHANGED_SINCE);
    const result = { ...countPlanned(plan), photos: photosToEncode(checked, plan).length };
    await writeState({ ...state, status: "running", fingerprint, failure: undefined, result });
    void runImport(staff.id);
  });
}

/** A job: continues imports that a restart has interrupted, and deletes what nobody imported. */
export async function maintainImports() {
  for (const staffId of await accountsWithUpload())
    await inTurn(staffId, async () => {
      const state = await readState(staffId);
      if (state?.status === "running") void runImport(staffId);
      else if (!state || state.startedAt < Date.now() - EXPIRES_MS) await removeUpload(staffId);
    });
  await deleteUnusedImages();
}

/** Resolves when it is done; failures are in the state. */
export async function runImport(staffId: string) {
  if (running.has(staffId)) return;
  const progress = { done: 0, total: 0 };
  running.set(staffId, progress);
  const state = await readState(staffId);
  try {
    if (state?.status === "running") await finishImport(state, progress);
  } catch (error) {
    if (!sqlite.open || !state) return; // the next start continues
    await saveFailure(state, error).catch((cause: unknown) =>
      logError("The state of an import was not saved", cause),
    );
  } finally {
    running.delete(staffId);
  }
}

async function finishImport(state: ImportState, progress: Progress) {
  const isImported = hasEvent("animal.import", `import ${state.id}`); // by a process that then ended
  if (!isImported) await importAnimals(state, progress);
  await removeFiles(state.staff.id);
  await writeState({ ...state, status: "done", files: {}, tooLarge: [] });
}

async function saveFailure(state: ImportState, error: unknown) {
  if (!(error instanceof DomainError)) logError("An import of animals failed", error);
  const failure =
    error instanceof DomainError
      ? error.message
      : "Something went wrong on our side, and nothing was imported. Please try again.";
  await writeState({ ...state, status: "checked", failure });
  await deleteUnusedImages();
}
