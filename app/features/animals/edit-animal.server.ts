import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type { Tx } from "db/connection.server";
import { animals } from "db/schema";
import { authorize, type Actor } from "~/features/auth/permissions";
import { reloadActor } from "~/features/admins/admins.server";
import { recordAudit } from "~/features/audit/record-audit.server";
import { createId } from "~/lib/ids.server";
import { parseImageUrl, imageUrl } from "~/features/images/image.rules";
import {
  deleteOrphanedImages,
  imageExists,
  saveImage,
  processImage,
  type ProcessedImage,
} from "~/features/images/images.server";
import { pick } from "~/lib/pick";
import { assertNotStale, editedFields } from "~/lib/optimistic-lock";
import { transaction } from "~/lib/write-transaction.server";
import { ANIMAL_FIELDS } from "./animal.rules";
import { buildSearchText } from "./animal-search";
import type { AnimalChanges, NewAnimal } from "./animal.schema";
import { findAnimal, type Animal } from "./animals.server";

/** An upload wins over an address and needs more rights. A repeated `id` adds the animal once. */
export async function createAnimal(
  actor: Actor,
  input: NewAnimal,
  { upload, id = createId() }: { upload?: Buffer; id?: string } = {},
): Promise<Animal> {
  authorize(actor, "animals.write");
  const image = await processUpload(actor, upload);

  return transaction((tx) => {
    authorize(reloadActor(tx, actor), "animals.write");
    const values = { ...input, ...resolveImage(tx, input, image) };
    const earlier = tx.select().from(animals).where(eq(animals.id, id)).get();
    if (earlier && isDeepStrictEqual(auditSnapshot(earlier), auditSnapshot(values)))
      return findAnimal(id, tx);
    const row = { ...values, id: earlier ? createId() : id };
    insertAnimal(tx, actor, row);
    return findAnimal(row.id, tx);
  });
}

type EditOptions = { upload?: Buffer; expectedVersion?: number; shown?: AnimalChanges };

/**
 * With what the form showed, only fields that differ from it change, instead of the version. Throws `not_found`, and
 * `conflict`.
 */
export async function editAnimal(
  actor: Actor,
  id: string,
  changes: AnimalChanges,
  { upload, expectedVersion, shown }: EditOptions = {},
): Promise<Animal> {
  authorize(actor, "animals.write");
  findAnimal(id);
  const image = await processUpload(actor, upload);

  return transaction((tx) => {
    authorize(reloadActor(tx, actor), "animals.write");
    const before = findAnimal(id, tx);
    const edited = shown ? editedFields(changes, shown, before) : changes;
    const provided = Object.entries(edited).filter(([, value]) => value !== undefined);
    const wanted: Animal = { ...before, ...Object.fromEntries(provided) };
    const after = { ...wanted, ...resolveImage(tx, wanted, image) };
    if (isDeepStrictEqual(after, before)) return before; // as after a second press
    if (!shown) assertNotStale("animal", before, expectedVersion);
    updateAnimal(tx, actor, before, after);
    return findAnimal(id, tx);
  });
}

type Row = NewAnimal & { id: string; imageId: string | null };

/** Adds an animal, audited; the caller has checked the permission. */
export function insertAnimal(tx: Tx, actor: Actor, row: Row) {
  const now = Date.now();
  tx.insert(animals)
    .values({ ...row, searchText: buildSearchText(row), createdAt: now, updatedAt: now })
    .run();
  recordAudit(tx, actor, {
    action: "animal.create",
    target: `animal ${row.id}`,
    after: auditSnapshot(row),
  });
}

/** Changes an animal, audited; the caller has checked the permission and the version. */
export function updateAnimal(tx: Tx, actor: Actor, before: Animal, after: Row) {
  tx.update(animals)
    .set({
      ...pick(after, [...ANIMAL_FIELDS, "imageId"]),
      searchText: buildSearchText(after),
      updatedAt: Date.now(),
    })
    .where(eq(animals.id, before.id))
    .run();
  if (before.imageId !== after.imageId) deleteOrphanedImages(tx, before.imageId);
  recordAudit(tx, actor, {
    action: "animal.edit",
    target: `animal ${before.id}`,
    before: auditSnapshot(before),
    after: auditSnapshot(after),
  });
}

export function deleteAnimal(actor: Actor, id: string) {
  authorize(actor, "animals.delete");
  transaction((tx) => {
    const animal = findAnimal(id, tx);
    tx.delete(animals).where(eq(animals.id, id)).run();
    deleteOrphanedImages(tx, animal.imageId);
    recordAudit(tx, actor, {
      action: "animal.delete",
      target: `animal ${id}`,
      before: auditSnapshot(animal),
    });
  });
}

async function processUpload(actor: Actor, upload: Buffer | undefined) {
  if (!upload) return undefined;
  authorize(actor, "animals.upload");
  return processImage(upload);
}

/** The stored image that an animal's address names, if it is one of ours. */
export function resolveImage(tx: Tx, animal: { imageUrl: string }, image?: ProcessedImage) {
  if (image) {
    saveImage(tx, image);
    return { imageUrl: imageUrl(image.id), imageId: image.id };
  }
  const parsed = parseImageUrl(animal.imageUrl);
  return {
    imageUrl: animal.imageUrl,
    imageId: parsed && parsed.width === undefined && imageExists(tx, parsed.id) ? parsed.id : null,
  };
}

const auditSnapshot = (animal: NewAnimal | Animal) => pick(animal, ANIMAL_FIELDS);
