import { deleteOrphanedImages, unusedImages } from "~/features/images/images.server";
import { runInChunks } from "~/lib/run-in-chunks.server";
import { transaction } from "~/lib/write-transaction.server";
import { accountsWithUpload, readChecked, readState } from "./import-files.server";

const BATCH_SIZE = 10;

/** Deletes images that imports have encoded and no animal got. Those of an import that is running stay. */
export async function deleteUnusedImages() {
  const awaited = await imagesOfRunningImports();
  const unused = unusedImages().filter((id) => !awaited.has(id));
  await runInChunks(() => {
    const batch = unused.splice(0, BATCH_SIZE);
    if (batch.length === 0) return "done";
    transaction((tx) => batch.forEach((id) => deleteOrphanedImages(tx, id)), "none");
    return "more";
  });
}

async function imagesOfRunningImports() {
  const ids = new Set<string>();
  for (const staffId of await accountsWithUpload()) {
    if ((await readState(staffId))?.status !== "running") continue;
    const { photos = {} } = (await readChecked(staffId)) ?? {};
    for (const { imageId } of Object.values(photos)) ids.add(imageId);
  }
  return ids;
}
