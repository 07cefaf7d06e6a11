import { hash } from "node:crypto";
import { and, eq, inArray, max, notInArray } from "drizzle-orm";
import type { Metadata } from "sharp";
import { db, type Tx } from "db/connection.server";
import { animals, imageFiles, images } from "db/schema";
import { DomainError } from "~/lib/errors";
import {
  MAX_BYTES,
  SMALL_WIDTH,
  TOO_LARGE,
  typeByContent,
  UNREADABLE,
  WIDE_WIDTH,
} from "./image.rules";

export type ProcessedImage = {
  id: string;
  files: { width: number; height: number; bytes: Buffer }[];
};

const MAX_PIXELS = 40_000_000;
const QUALITY = 78;

/** A small server has little memory: one image is decoded at a time. */
let previous: Promise<unknown> = Promise.resolve();

/** About 20 MB of machine code, loaded only when somebody uploads. */
async function decoder() {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  return sharp;
}

/** Decodes an upload and re-encodes it in web sizes, without metadata. Throws `invalid`, `too_large`. */
export function processImage(upload: Buffer): Promise<ProcessedImage> {
  if (upload.length > MAX_BYTES) throw rejection("too_large", TOO_LARGE);
  if (!typeByContent(upload)) throw rejection("invalid", "Choose a JPEG, PNG, WebP or AVIF image.");

  const turn = previous.then(() => encoded(upload));
  previous = turn.catch(() => undefined);
  return turn;
}

export function saveImage(tx: Tx, { id, files }: ProcessedImage) {
  tx.insert(images).values({ id, createdAt: Date.now() }).onConflictDoNothing().run();
  tx.insert(imageFiles)
    .values(files.map((file) => ({ ...file, imageId: id, type: "image/webp" as const })))
    .onConflictDoNothing()
    .run();
}

export function deleteOrphanedImages(tx: Tx, imageId: string | null) {
  if (!imageId) return;
  const referenced = tx
    .select({ id: animals.imageId })
    .from(animals)
    .where(eq(animals.imageId, imageId));
  tx.delete(images)
    .where(and(eq(images.id, imageId), notInArray(images.id, referenced)))
    .run();
}

export const widthsOf = (ids: string[]) =>
  db
    .select({ id: imageFiles.imageId, width: max(imageFiles.width) })
    .from(imageFiles)
    .where(inArray(imageFiles.imageId, ids))
    .groupBy(imageFiles.imageId)
    .all();

export const findImageFile = (id: string, isSmall: boolean) =>
  db
    .select()
    .from(imageFiles)
    .where(eq(imageFiles.imageId, id))
    .all()
    .sort((a, b) => (isSmall ? a.width - b.width : b.width - a.width))[0];

async function encoded(upload: Buffer): Promise<ProcessedImage> {
  const sharp = await decoder();
  const opened = () => sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: "error" });
  try {
    const { width = 0 } = await opened().metadata().then(autoRotated);
    const widths = width > SMALL_WIDTH ? [SMALL_WIDTH, Math.min(width, WIDE_WIDTH)] : [width];
    const files = [];
    for (const wanted of widths) {
      const { data, info } = await opened()
        .rotate()
        .resize({ width: wanted })
        .webp({ quality: QUALITY })
        .toBuffer({ resolveWithObject: true });
      files.push({ width: info.width, height: info.height, bytes: data });
    }
    return { id: hash("sha256", upload).slice(0, 32), files };
  } catch {
    throw rejection("invalid", UNREADABLE); // whatever a broken file does to the decoder
  }
}

/** The size as it is seen: upright photographs are stored with width and height swapped. */
const autoRotated = ({ width, height, orientation = 1 }: Metadata) =>
  orientation > 4 ? { width: height, height: width } : { width, height };

const rejection = (code: "invalid" | "too_large", message: string) =>
  new DomainError(code, message, [{ path: "image", message }]);
