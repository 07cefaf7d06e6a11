import { hash } from "node:crypto";
import { and, eq, inArray, max, notExists, notInArray } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { animals, imageFiles, images } from "db/schema";
import { DomainError } from "~/lib/errors";
import {
  MAX_BYTES,
  type MAX_MEGAPIXELS,
  NARROW_WIDTHS,
  TOO_LARGE,
  tooManyPixels,
  typeByContent,
  typeProblem,
  UNREADABLE,
  WIDE_WIDTH,
} from "./image.rules";
import { getValue } from "~/lib/key-value-store.server";

export type ProcessedImage = {
  id: string;
  files: { width: number; height: number; bytes: Buffer }[];
};

/** A hash of what was uploaded: the same photograph is stored once. */
export const imageIdOf = (upload: Buffer) => hash("sha256", upload).slice(0, 32);

const QUALITY = 78;

/** A small server has little memory: one image is decoded at a time, and few wait. */
const MAX_WAITING = 4;
let waiting = 0;
let previous: Promise<unknown> = Promise.resolve();

/** About 20 MB of machine code, loaded only when somebody uploads. */
async function decoder() {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  return sharp;
}

/** Decodes an upload and re-encodes it in web sizes, without metadata. Throws `invalid`, `too_large`, `busy`. */
export async function processImage(upload: Buffer, maxBytes = MAX_BYTES): Promise<ProcessedImage> {
  const type = acceptedType(upload, maxBytes);
  if (waiting >= MAX_WAITING)
    throw new DomainError(
      "busy",
      "Other images are being read. Please try again in a moment.",
      [],
      5,
    );

  waiting += 1;
  const turn = previous.then(() => encoded(upload, type));
  previous = turn.catch(() => undefined);
  return turn.finally(() => (waiting -= 1));
}

/** By its size and its first bytes, without decoding it. Throws `invalid`, `too_large`. */
export async function assertReadableImage(upload: Buffer, maxBytes: number) {
  const type = acceptedType(upload, maxBytes);
  const sharp = await decoder();
  const size = await sharp(upload, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!size) throw rejection("invalid", UNREADABLE);
  assertFewPixels(size, type);
}

export function saveImage(tx: Tx, { id, files }: ProcessedImage) {
  tx.insert(images).values({ id, createdAt: Date.now() }).onConflictDoNothing().run();
  tx.insert(imageFiles)
    .values(files.map((file) => ({ ...file, imageId: id, type: "image/webp" as const })))
    .onConflictDoNothing()
    .run();
}

export function deleteOrphanedImages(tx: Tx, imageId: string | null) {
  if (!imageId || isInProfile(imageId)) return;
  const referenced = tx
    .select({ id: animals.imageId })
    .from(animals)
    .where(eq(animals.imageId, imageId));
  tx.delete(images)
    .where(and(eq(images.id, imageId), notInArray(images.id, referenced)))
    .run();
}

const isInProfile = (imageId: string) => getValue("zoo_profile")?.includes(imageId) ?? false;

export const imageExists = (reader: Reader, id: string) =>
  reader.select({ id: images.id }).from(images).where(eq(images.id, id)).get() !== undefined;

/** The images that neither an animal nor the profile shows. */
export function unusedImages() {
  const used = db
    .select({ id: animals.imageId })
    .from(animals)
    .where(eq(animals.imageId, images.id));
  const unused = db.select({ id: images.id }).from(images).where(notExists(used)).all();
  return unused.map(({ id }) => id).filter((id) => !isInProfile(id));
}

export const widthsOf = (ids: string[]) =>
  db
    .select({ id: imageFiles.imageId, width: max(imageFiles.width) })
    .from(imageFiles)
    .where(inArray(imageFiles.imageId, ids))
    .groupBy(imageFiles.imageId)
    .all();

/** The narrowest file that is as wide as is wanted; the widest where none is. */
export function findImageFile(id: string, width = Infinity) {
  const files = db
    .select()
    .from(imageFiles)
    .where(eq(imageFiles.imageId, id))
    .orderBy(imageFiles.width)
    .all();
  return files.find((file) => file.width >= width) ?? files.at(-1);
}

async function encoded(upload: Buffer, type: keyof typeof MAX_MEGAPIXELS): Promise<ProcessedImage> {
  const sharp = await decoder();
  const input = sharp(upload, { limitInputPixels: false, failOn: "error" });
  try {
    assertFewPixels(await input.metadata(), type);
    const { data, info } = await input
      .autoOrient()
      .resize({ width: WIDE_WIDTH, withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const widths = [...NARROW_WIDTHS.filter((width) => width < info.width), info.width];
    const files = [];
    for (const wanted of widths) {
      const { width, height, channels } = info;
      const { data: bytes, info: encoded } = await sharp(data, { raw: { width, height, channels } })
        .resize({ width: wanted })
        .webp({ quality: QUALITY })
        .toBuffer({ resolveWithObject: true });
      files.push({ width: encoded.width, height: encoded.height, bytes });
    }
    return { id: imageIdOf(upload), files };
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw rejection("invalid", UNREADABLE); // whatever a broken file does to the decoder
  }
}

function acceptedType(upload: Buffer, maxBytes: number) {
  if (upload.length > maxBytes) throw rejection("too_large", TOO_LARGE);
  const type = typeByContent(upload);
  const problem = typeProblem(type);
  if (!type || type === "image/heic") throw rejection("invalid", problem ?? UNREADABLE);
  return type;
}

function assertFewPixels(
  { width, height }: { width: number; height: number },
  type: keyof typeof MAX_MEGAPIXELS,
) {
  const problem = tooManyPixels(width * height, type);
  if (problem) throw rejection("too_large", problem);
}

const rejection = (code: "invalid" | "too_large", message: string) =>
  new DomainError(code, message, [{ path: "image", message }]);
