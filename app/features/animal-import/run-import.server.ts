import { setTimeout as sleep } from "node:timers/promises";
import { db, sqlite, type Tx } from "db/connection.server";
import { reloadActor } from "~/features/admins/admins.server";
import { insertAnimal, resolveImage, updateAnimal } from "~/features/animals/edit-animal.server";
import { hasEvent } from "~/features/audit/audit-log.server";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor, type Staff } from "~/features/auth/permissions";
import {
  deleteOrphanedImages,
  imageExists,
  processImage,
  saveImage,
} from "~/features/images/images.server";
import { DomainError } from "~/lib/errors";
import { HOUR_MS } from "~/lib/dates";
import { createId } from "~/lib/ids.server";
import { logError } from "~/lib/http/logger.server";
import { isBusy, transaction } from "~/lib/write-transaction.server";
import {
  accountsWithUpload,
  readChecked,
  readState,
  readUploaded,
  removeFiles,
  removeUpload,
  removeUploaded,
  uploadedKeys,
  writeChecked,
  writeState,
  type CheckedUpload,
  type ImportState,
  type PhotoFile,
} from "./import-files.server";
import { isCsv, isZip } from "./import.rules";
import { readImportFiles } from "./read-upload.server";
import { countPlanned, planImport } from "./plan-import.server";

/** An upload that nobody imports is deleted after this time. */
const EXPIRES_MS = 24 * HOUR_MS;
const RETRY_MS = 500;

const CHANGED_SINCE =
  "The animals have changed since this preview, so nothing was imported. Look at it again.";

/** The imports that this process is at, by account. Counts photographs. */
const running = new Map<string, { done: number; total: number }>();
export const importProgress = (staffId: string) => running.get(staffId);

const checks = new Map<string, Promise<void>>();

/** Reads what was uploaded, once all of it has arrived. Throws `invalid` and `too_large`, and then deletes it. */
export function checkUpload(staff: Staff, id: string): Promise<void> {
  authorize(staff, "animals.upload");
  const check =
    checks.get(staff.id) ?? readOnce(staff, id).finally(() => void checks.delete(staff.id));
  checks.set(staff.id, check);
  return check;
}

async function readOnce(staff: Staff, id: string) {
  const state = await readState(staff.id);
  if (state?.id !== id || state.status === "running") throw noUpload();
  if (state.status !== "uploading") return; // a second press
  try {
    await readFiles(state);
  } catch (error) {
    await undoUpload(state);
    throw error;
  }
}

async function readFiles(state: ImportState) {
  await writeChecked(state.staff.id, await readImportFiles(state.staff.id, state.earlierKeys));
  await writeState({ ...state, status: "checked" });
}

/** Deletes an upload that is no good; one that was added to another leaves that. */
export async function undoUpload(state: ImportState) {
  const { staff, earlierKeys } = state;
  const added = (await uploadedKeys(staff.id)).filter((key) => !earlierKeys.includes(key));
  for (const key of added.filter((each) => isCsv(each) || isZip(each)))
    await removeUploaded(staff.id, key);
  await readFiles(state).catch(() => removeUpload(staff.id));
}

/**
 * Imports in the background what the preview with this fingerprint showed. Throws `invalid` where rows have errors,
 * `conflict` where the animals have changed since, `not_found`.
 */
export async function startImport(staff: Staff, fingerprint: string) {
  authorize(staff, "animals.upload");
  const [state, checked] = [await readState(staff.id), await readChecked(staff.id)];
  if (state?.fingerprint === fingerprint && state.status !== "checked") return; // a second press
  if (state?.status !== "checked" || !checked) throw noUpload();
  const plan = planImport(checked);
  if (plan.errors.length > 0)
    throw new DomainError("invalid", "Correct the errors in the file first, and upload it again.");
  if (plan.fingerprint !== fingerprint) throw new DomainError("conflict", CHANGED_SINCE);
  const photos = photosToEncode(checked).length;
  await writeState({
    ...state,
    status: "running",
    fingerprint,
    failure: undefined,
    result: { ...countPlanned(plan), photos },
  });
  void runImport(staff.id);
}

/** Deletes what waits, with the images that were encoded for it. Throws `conflict` during an import. */
export async function discardUpload(staff: Staff) {
  authorize(staff, "animals.upload");
  await discard(staff.id);
}

async function discard(staffId: string) {
  if ((await readState(staffId))?.status === "running")
    throw new DomainError("conflict", "The import is running, and cannot be stopped.");
  const checked = await readChecked(staffId);
  await removeUpload(staffId);
  if (checked)
    transaction((tx) => {
      for (const { imageId } of Object.values(checked.photos)) deleteOrphanedImages(tx, imageId);
    }, "none");
}

/** A job: continues imports that a restart has interrupted, and deletes uploads that nobody imported. */
export async function maintainImports() {
  for (const staffId of await accountsWithUpload()) {
    const state = await readState(staffId);
    if (state?.status === "running") void runImport(staffId);
    else if (!state || state.startedAt < Date.now() - EXPIRES_MS) await discard(staffId);
  }
}

/** Resolves when it is done; failures are in the state. */
export async function runImport(staffId: string) {
  if (running.has(staffId)) return;
  running.set(staffId, { done: 0, total: 0 });
  const state = await readState(staffId);
  try {
    if (!state) return;
    const isImported = hasEvent("animal.import", `import ${state.id}`); // by a process that then ended
    if (!isImported) await importAll(state);
    await writeState({ ...state, status: "done" });
    await removeFiles(staffId);
  } catch (error) {
    if (!sqlite.open || !state) return; // the next start continues
    if (!(error instanceof DomainError)) logError("An import of animals failed", error);
    const failure =
      error instanceof DomainError
        ? error.message
        : "Something went wrong on our side, and nothing was imported. Please try again.";
    await writeState({ ...state, status: "checked", failure }).catch((cause: unknown) =>
      logError("The state of an import was not saved", cause),
    );
  } finally {
    running.delete(staffId);
  }
}

async function importAll(state: ImportState) {
  const checked = await readChecked(state.staff.id);
  if (!checked) throw noUpload();
  for (;;) {
    await encodePhotos(state, checked);
    const isDone = await whenFree(() => transaction((tx) => applyPlan(tx, state, checked)));
    if (isDone) return;
  }
}

/** One at a time, in turn with the images of forms. Saved before the animals, which makes their transaction short. */
async function encodePhotos(state: ImportState, checked: CheckedUpload) {
  const photos = photosToEncode(checked);
  const progress = { done: 0, total: photos.length };
  running.set(state.staff.id, progress);
  for (const photo of photos) {
    const bytes = await readUploaded(state.staff.id, photo.name);
    const image = await whenFree(() => processImage(bytes)).catch(async (error: unknown) => {
      if (error instanceof DomainError) await reportPhoto(state, checked, photo, error.message);
      throw error;
    });
    const { imageId: id } = photo;
    await whenFree(() => transaction((tx) => saveImage(tx, { ...image, id }), "none"));
    progress.done += 1;
  }
}

async function reportPhoto(
  { staff }: ImportState,
  checked: CheckedUpload,
  photo: PhotoFile,
  problem: string,
) {
  const photos = { ...checked.photos, [photo.name]: { ...photo, problem } };
  await writeChecked(staff.id, { ...checked, photos });
}

function photosToEncode(checked: CheckedUpload) {
  const unused = new Set(planImport(checked).unusedPhotos);
  return Object.values(checked.photos).filter(
    ({ name, imageId }) => !unused.has(name) && !imageExists(db, imageId),
  );
}

/** All or nothing. False when an image has been deleted in the meantime. */
function applyPlan(tx: Tx, state: ImportState, checked: CheckedUpload) {
  const actor: Actor = reloadActor(tx, state.staff);
  authorize(actor, "animals.write");
  authorize(actor, "animals.upload");
  const plan = planImport(checked, tx);
  if (plan.fingerprint !== state.fingerprint) throw new DomainError("conflict", CHANGED_SINCE);
  const unused = new Set(plan.unusedPhotos);
  const isMissing = ({ name, imageId }: PhotoFile) =>
    !unused.has(name) && !imageExists(tx, imageId);
  if (Object.values(checked.photos).some(isMissing)) return false;

  for (const { kind, id, before, after } of plan.rows) {
    const image = resolveImage(tx, after);
    if (kind === "new") insertAnimal(tx, actor, { ...after, ...image, id: id ?? createId() });
    else if (kind === "changed" && before)
      updateAnimal(tx, actor, before, { ...after, ...image, id: before.id });
  }
  recordAudit(tx, actor, {
    action: "animal.import",
    target: `import ${state.id}`,
    after: { ...state.result },
  });
  return true;
}

/** Tries again while the decoder or the database is busy. */
async function whenFree<T>(work: () => T | Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || !sqlite.open) throw error;
      await sleep(RETRY_MS);
    }
  }
}

const noUpload = () =>
  new DomainError("not_found", "The upload is no longer here. Please upload it again.");
