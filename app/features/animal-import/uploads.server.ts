import { ensurePrivateDir } from "db/ensure-private-dir.server";
import { authorize, type Staff } from "~/features/auth/permissions";
import { DomainError } from "~/lib/errors";
import {
  filesFolder,
  inTurn,
  readChecked,
  readState,
  removeUpload,
  writeChecked,
  writeState,
  type ImportState,
} from "./import-files.server";
import { readImportFiles } from "./read-upload.server";
import { assertFreeSpace, removeFile } from "./store-file.server";

/** Replaces what waited before, or adds to it. Throws `conflict` while that is being imported, and `too_large`. */
export async function beginUpload(
  staff: Staff,
  id: string,
  isAddition = false,
): Promise<ImportState> {
  const before = await readState(staff.id);
  if (before?.status === "running")
    throw new DomainError("conflict", "An import is running. Wait until it is done.");
  await assertFreeSpace();
  if (!isAddition) await removeUpload(staff.id);
  else if (before?.status === "uploading") await removeAdded(before); // which was interrupted
  ensurePrivateDir(filesFolder(staff.id));
  const { files = {}, tooLarge = [] } = (isAddition && before) || {};
  const state: ImportState = {
    ...{ id, staff, startedAt: Date.now(), status: "uploading" },
    ...{ files, tooLarge, earlierKeys: Object.keys(files) },
  };
  await writeState(state);
  return state;
}

/** Reads what was uploaded, once all of it has arrived. Throws `invalid` and `too_large`, and then deletes it. */
export async function checkUpload(staff: Staff, id: string) {
  authorize(staff, "animals.upload");
  await inTurn(staff.id, async () => {
    const state = await readState(staff.id);
    if (state?.id !== id || state.status === "running") throw noUpload();
    if (state.status !== "uploading") return; // a second press
    await readFiles(state).catch((error: unknown) => undoUpload(state, error));
  });
}

async function readFiles(state: ImportState) {
  const { id } = state.staff;
  await writeChecked(id, await readImportFiles(state, await readChecked(id)));
  await writeState({ ...state, status: "checked" });
}

/** Deletes an upload because of `error`, which is thrown again; one that was added to another leaves that. */
export async function undoUpload(state: ImportState, error: unknown): Promise<never> {
  await removeAdded(state);
  const isAddition = (await readChecked(state.staff.id)) !== undefined;
  if (isAddition) await readFiles(state);
  else await removeUpload(state.staff.id);
  throw error;
}

async function removeAdded(state: ImportState) {
  const earlier = new Set(state.earlierKeys);
  for (const key of Object.keys(state.files)) if (!earlier.has(key)) await removeFile(state, key);
}

/** Throws `conflict` during an import. */
export async function discardUpload(staff: Staff) {
  authorize(staff, "animals.upload");
  await inTurn(staff.id, async () => {
    if ((await readState(staff.id))?.status === "running")
      throw new DomainError("conflict", "The import is running, and cannot be stopped.");
    await removeUpload(staff.id);
  });
}

export const noUpload = () =>
  new DomainError("not_found", "The upload is no longer here. Please upload it again.");
