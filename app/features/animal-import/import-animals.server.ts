import { setTimeout as sleep } from "node:timers/promises";
import { db, sqlite, type Reader, type Tx } from "db/connection.server";
import { reloadActor } from "~/features/admins/admins.server";
import { insertAnimal, resolveImage, updateAnimal } from "~/features/animals/edit-animal.server";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor } from "~/features/auth/permissions";
import { imageExists, processImage, saveImage } from "~/features/images/images.server";
import { DomainError } from "~/lib/errors";
import { createId } from "~/lib/ids.server";
import { isBusy, transaction } from "~/lib/write-transaction.server";
import {
  readChecked,
  writeChecked,
  type CheckedUpload,
  type ImportState,
  type PhotoFile,
} from "./import-files.server";
import { MAX_PHOTO_BYTES } from "./import.rules";
import { planImport, type ImportPlan } from "./plan-import.server";
import { photoProblem } from "./read-upload.server";
import { assertFreeSpace, readFileOf } from "./store-file.server";
import { noUpload } from "./uploads.server";

const RETRY_MS = 500;
/** In seconds: what asks for more time than this does not pass on its own, such as a full disk. */
const MAX_WAIT = 5;

export const CHANGED_SINCE =
  "The animals have changed since this preview, so nothing was imported. Look at it again.";

/** Of the photographs. */
export type Progress = { done: number; total: number };

/** All or nothing: photographs first, then the animals in one transaction, which is short. Throws domain errors. */
export async function importAnimals(state: ImportState, progress: Progress) {
  const checked = await readChecked(state.staff.id);
  if (!checked) throw noUpload();
  let isDone = false;
  while (!isDone) {
    await encodePhotos(state, checked, progress);
    isDone = await whenFree(() => transaction((tx) => applyPlan(tx, state, checked)));
  }
}

/** One at a time, in turn with the images of forms. */
async function encodePhotos(state: ImportState, checked: CheckedUpload, progress: Progress) {
  const photos = photosToEncode(checked, planImport(checked));
  Object.assign(progress, { done: 0, total: photos.length });
  for (const photo of photos) {
    await assertFreeSpace();
    const bytes = await readFileOf(state, photo.name);
    const image = await whenFree(() => processImage(bytes, MAX_PHOTO_BYTES)).catch(
      (error: unknown) => rejectPhoto(state, checked, photo, error),
    );
    const { imageId: id } = photo;
    await whenFree(() => transaction((tx) => saveImage(tx, { ...image, id }), "none"));
    progress.done += 1;
  }
}

/** The preview shows the problem at each row of the photograph. */
async function rejectPhoto(
  { staff }: ImportState,
  checked: CheckedUpload,
  photo: PhotoFile,
  error: unknown,
): Promise<never> {
  if (!(error instanceof DomainError)) throw error;
  const photos = { ...checked.photos, [photo.name]: { ...photo, problem: photoProblem(error) } };
  await writeChecked(staff.id, { ...checked, photos });
  throw new DomainError("invalid", "A photograph cannot be read, so nothing was imported.");
}

export function photosToEncode(
  { photos }: CheckedUpload,
  { unusedPhotos }: ImportPlan,
  reader: Reader = db,
) {
  const unused = new Set(unusedPhotos);
  return Object.values(photos).filter(
    ({ name, imageId }) => !unused.has(name) && !imageExists(reader, imageId),
  );
}

/** False when an image has been deleted in the meantime. */
function applyPlan(tx: Tx, state: ImportState, checked: CheckedUpload) {
  const actor: Actor = reloadActor(tx, state.staff);
  authorize(actor, "animals.write");
  authorize(actor, "animals.upload");
  const plan = planImport(checked, tx);
  if (plan.fingerprint !== state.fingerprint) throw new DomainError("conflict", CHANGED_SINCE);
  if (photosToEncode(checked, plan, tx).length > 0) return false;

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
      const passes = isBusy(error) && (error.retryAfter ?? 0) <= MAX_WAIT;
      if (!passes || !sqlite.open) throw error;
      await sleep(RETRY_MS);
    }
  }
}
