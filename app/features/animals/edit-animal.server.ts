import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type { Tx } from "db/client.server";
import { animals } from "db/schema";
import { allow, type Actor } from "~/features/auth/permissions";
import { asTheyAreNow } from "~/features/admins/admins.server";
import { record } from "~/features/audit/record-audit.server";
import { newId } from "~/lib/ids.server";
import { pictureAt, pictureUrl } from "~/features/images/image.rules";
import {
  forgetUnused,
  keepPicture,
  preparePicture,
  type Picture,
} from "~/features/images/images.server";
import { refuseUnseen } from "~/lib/optimistic-lock";
import { inTransaction } from "~/lib/write-transaction.server";
import { searchTextOf } from "./animal-search";
import type { AnimalChanges, NewAnimal } from "./animal.schema";
import { findAnimal, type Animal } from "./animals.server";

/**
 * Adds an animal. An uploaded picture wins over an address (spec 5) and needs more rights. A form is drawn with the
 * `id`, so that one that is sent twice adds its animal once.
 */
export async function createAnimal(
  actor: Actor,
  input: NewAnimal,
  { upload, id = newId() }: { upload?: Buffer; id?: string } = {},
): Promise<Animal> {
  allow(actor, "animals.write");
  const picture = await prepared(actor, upload);

  return inTransaction((tx) => {
    allow(asTheyAreNow(tx, actor), "animals.write");
    const now = Date.now();
    const said = { ...input, ...shown(tx, input, picture) };
    const earlier = tx.select().from(animals).where(eq(animals.id, id)).get();
    if (earlier && isDeepStrictEqual(logged(earlier), logged(said))) return findAnimal(id, tx);
    const row = { ...said, id: earlier ? newId(now) : id };
    const searchText = searchTextOf(row);
    tx.insert(animals)
      .values({ ...row, searchText, createdAt: now, updatedAt: now })
      .run();
    record(tx, actor, { action: "animal.create", target: `animal ${row.id}`, after: logged(row) });
    return findAnimal(row.id, tx);
  });
}

/**
 * Changes the given fields; a picture that no animal shows any more is deleted. Throws `not_found`, and
 * `conflict` when the animal has changed since it was read (its `updatedAt`, where given).
 */
export async function editAnimal(
  actor: Actor,
  id: string,
  changes: AnimalChanges,
  { upload, seenAt }: { upload?: Buffer; seenAt?: number } = {},
): Promise<Animal> {
  allow(actor, "animals.write");
  findAnimal(id);
  const picture = await prepared(actor, upload);

  return inTransaction((tx) => {
    allow(asTheyAreNow(tx, actor), "animals.write");
    const before = findAnimal(id, tx);
    const kept = Object.entries(changes).filter(([, value]) => value !== undefined);
    const wanted: Animal = { ...before, ...Object.fromEntries(kept) };
    const after = { ...wanted, ...shown(tx, wanted, picture) };
    if (isDeepStrictEqual(after, before)) return before; // as after a second press
    refuseUnseen("animal", before, seenAt);
    tx.update(animals)
      .set({ ...after, searchText: searchTextOf(after), updatedAt: Date.now() })
      .where(eq(animals.id, id))
      .run();
    if (before.imageId !== after.imageId) forgetUnused(tx, before.imageId);
    record(tx, actor, {
      action: "animal.edit",
      target: `animal ${id}`,
      before: logged(before),
      after: logged(after),
    });
    return findAnimal(id, tx);
  });
}

/** Throws `not_found`. */
export function deleteAnimal(actor: Actor, id: string) {
  allow(actor, "animals.delete");
  inTransaction((tx) => {
    const animal = findAnimal(id, tx);
    tx.delete(animals).where(eq(animals.id, id)).run();
    forgetUnused(tx, animal.imageId);
    record(tx, actor, { action: "animal.delete", target: `animal ${id}`, before: logged(animal) });
  });
}

async function prepared(actor: Actor, upload: Buffer | undefined) {
  if (!upload) return undefined;
  allow(actor, "animals.upload");
  return preparePicture(upload);
}

/** Which picture the animal shows: an upload, one of ours by its address, or one elsewhere. */
function shown(tx: Tx, { imageUrl }: { imageUrl: string }, picture: Picture | undefined) {
  if (picture) {
    keepPicture(tx, picture);
    return { imageUrl: pictureUrl(picture.id), imageId: picture.id };
  }
  const at = pictureAt(imageUrl);
  return { imageUrl, imageId: at && !at.isSmall && isKept(tx, at.id) ? at.id : null };
}

const isKept = (tx: Tx, id: string) =>
  tx.query.images.findFirst({ where: (image) => eq(image.id, id) }).sync() !== undefined;

/** For the audit: all that a form can change. */
const logged = ({ name, title, category, description, imageUrl }: NewAnimal | Animal) => ({
  name,
  title,
  category,
  description,
  imageUrl,
});
