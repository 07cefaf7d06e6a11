import { setImmediate } from "node:timers/promises";
import { UNREADABLE } from "~/features/images/image.rules";
import { assertReadableImage, findImageFile, imageIdOf } from "~/features/images/images.server";
import { DomainError } from "~/lib/errors";
import { imageIdIn } from "./animal-csv.rules";
import type { CheckedUpload, ImportState, PhotoFile } from "./import-files.server";
import { isCsv, isZip, MAX_NAME_BYTES, MAX_PHOTO_BYTES, MAX_PHOTO_TEXT } from "./import.rules";
import { readCsv } from "./read-csv.server";
import { readFileOf, removeFile } from "./store-file.server";
import { unpack } from "./unpack-zip.server";

/**
 * Unpacks what was uploaded, and reads its photographs and its CSV, which is the earlier one where there is none. Only
 * photographs stay files. Throws `invalid` and `too_large`.
 */
export async function readImportFiles(
  state: ImportState,
  earlier?: CheckedUpload,
): Promise<CheckedUpload> {
  for (const key of Object.keys(state.files).filter(isZip)) await unpack(state, key);
  const { rows, unknownColumns } = await readSheet(state, earlier);
  const photos = new Map(state.tooLarge.map((key) => [key, unread(key, TOO_LARGE)]));
  for (const key of Object.keys(state.files)) {
    photos.set(key, await checkPhoto(state, key));
    await setImmediate();
  }
  return { rows, unknownColumns, photos: Object.fromEntries(photos) };
}

async function readSheet(state: ImportState, earlier?: CheckedUpload) {
  const keys = Object.keys(state.files).filter(isCsv);
  if (earlier && keys.length === 0) return earlier;
  const sheet = readCsv(await readFileOf(state, nameOfCsv(keys)));
  for (const key of keys) await removeFile(state, key);
  return sheet;
}

function nameOfCsv(keys: string[]) {
  const [first] = keys;
  if (!first) throw invalid("There is no CSV among the files. Add one called animals.csv.");
  if (keys.length === 1) return first;
  if (keys.includes("animals.csv")) return "animals.csv";
  throw invalid(`There are several CSV files: ${keys.join(", ")}. Call one of them animals.csv.`);
}

const TOO_LARGE = `The photograph is larger than ${MAX_PHOTO_TEXT}. Save it at a smaller size.`;
const NAME_TOO_LONG = `The name of the file is longer than ${MAX_NAME_BYTES} bytes. Give it a shorter one.`;

const unread = (name: string, problem: string): PhotoFile => ({ name, imageId: "", problem });

async function checkPhoto(state: ImportState, key: string): Promise<PhotoFile> {
  if (Buffer.byteLength(key) > MAX_NAME_BYTES) return unread(key, NAME_TOO_LONG);
  if ((state.files[key] ?? 0) > MAX_PHOTO_BYTES) return unread(key, TOO_LARGE);
  const bytes = await readFileOf(state, key);
  const photo = { name: key, imageId: storedImageId(key, bytes) ?? imageIdOf(bytes) };
  try {
    await assertReadableImage(bytes, MAX_PHOTO_BYTES);
    return photo;
  } catch (error) {
    if (error instanceof DomainError) return { ...photo, problem: photoProblem(error) };
    throw error;
  }
}

/** Forms speak of the selected file. */
export const photoProblem = ({ message }: DomainError) =>
  message === UNREADABLE ? "The photograph is damaged. Save it again, or use another." : message;

/** Of an exported photograph, whose bytes are those of an image that is here. */
function storedImageId(key: string, bytes: Buffer) {
  const id = imageIdIn(key);
  return id && findImageFile(id)?.bytes.equals(bytes) ? id : undefined;
}

const invalid = (message: string) => new DomainError("invalid", message);
