import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { openPromise, type Entry, type ZipFile } from "yauzl";
import { MAX_BYTES, TOO_LARGE } from "~/features/images/image.rules";
import { assertReadableImage, findImageFile, imageIdOf } from "~/features/images/images.server";
import { DomainError } from "~/lib/errors";
import { imageIdIn } from "./animal-csv.rules";
import {
  pathOf,
  readUploaded,
  removeUploaded,
  uploadedKeys,
  uploadedSize,
  type CheckedUpload,
  type PhotoFile,
} from "./import-files.server";
import {
  baseName,
  fileKey,
  isCsv,
  isSystemFile,
  isZip,
  MAX_CSV_BYTES,
  MAX_FILES,
  MAX_TOTAL_BYTES,
  MAX_TOTAL_TEXT,
} from "./import.rules";
import { readCsv } from "./read-csv.server";

/**
 * Unpacks what was uploaded, and reads its CSV and photographs. `earlierKeys` are files of an earlier upload, which new
 * ones replace. Throws `invalid` and `too_large`.
 */
export async function readImportFiles(
  staffId: string,
  earlierKeys: readonly string[] = [],
): Promise<CheckedUpload> {
  const tooLarge: PhotoFile[] = [];
  for (const key of (await uploadedKeys(staffId)).filter(isZip)) {
    tooLarge.push(...(await unpack(staffId, key, earlierKeys)));
    await removeUploaded(staffId, key);
  }
  const keys = await uploadedKeys(staffId);
  const sheet = readCsv(await readUploaded(staffId, findCsv(keys, earlierKeys)));
  const photos = new Map(tooLarge.map((photo) => [fileKey(photo.name), photo]));
  for (const key of keys.filter((key) => !isCsv(key))) {
    photos.set(key, await checkPhoto(staffId, key));
    await setImmediate();
  }
  return { ...sheet, photos: Object.fromEntries(photos) };
}

function findCsv(keys: string[], earlierKeys: readonly string[]) {
  const all = keys.filter(isCsv);
  const isNew = (key: string) => !earlierKeys.includes(key);
  const found = all.some(isNew) ? all.filter(isNew) : all;
  const [only] = found;
  if (!only) throw invalid("There is no CSV among the files. Add one called animals.csv.");
  if (found.length === 1) return only;
  if (found.includes("animals.csv")) return "animals.csv";
  throw invalid(`There are several CSV files: ${found.join(", ")}. Call one of them animals.csv.`);
}

async function checkPhoto(staffId: string, key: string): Promise<PhotoFile> {
  if ((await uploadedSize(staffId, key)) > MAX_BYTES)
    return { name: key, imageId: "", problem: TOO_LARGE };
  const bytes = await readUploaded(staffId, key);
  const photo = { name: key, imageId: storedImageId(key, bytes) ?? imageIdOf(bytes) };
  try {
    await assertReadableImage(bytes);
    return photo;
  } catch (error) {
    if (error instanceof DomainError) return { ...photo, problem: error.message };
    throw error;
  }
}

/** Of an exported photograph, whose bytes are those of an image that is here. */
function storedImageId(key: string, bytes: Buffer) {
  const id = imageIdIn(key);
  return id && findImageFile(id)?.bytes.equals(bytes) ? id : undefined;
}

/** Returns the photographs that are too large to unpack. */
async function unpack(staffId: string, key: string, earlierKeys: readonly string[]) {
  try {
    const zip = await openPromise(pathOf(staffId, key));
    try {
      return await unpackEntries(staffId, zip, earlierKeys);
    } finally {
      zip.close();
    }
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw invalid(`${key} cannot be read. Make the zip again, without a password.`);
  }
}

async function unpackEntries(staffId: string, zip: ZipFile, earlierKeys: readonly string[]) {
  if (zip.entryCount > 2 * MAX_FILES) throw tooManyFiles();
  const earlier = new Set(
    (await uploadedKeys(staffId)).filter((key) => !earlierKeys.includes(key)),
  );
  const tooLarge: PhotoFile[] = [];
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    const { fileName, uncompressedSize } = entry;
    if (fileName.endsWith("/") || isSystemFile(fileName)) continue;
    const key = fileKey(fileName);
    if (earlier.has(key)) throw invalid(`Two files are called ${baseName(fileName)}.`);
    earlier.add(key);
    if (earlier.size > MAX_FILES) throw tooManyFiles();
    bytes += uncompressedSize;
    if (bytes > MAX_TOTAL_BYTES)
      throw new DomainError("too_large", `The zip unpacks to more than ${MAX_TOTAL_TEXT}.`);
    if (isZip(key)) throw invalid(`There is a zip in the zip: ${baseName(fileName)}.`);
    if (uncompressedSize > (isCsv(key) ? MAX_CSV_BYTES : MAX_BYTES))
      tooLarge.push({ name: key, imageId: "", problem: TOO_LARGE });
    else await unpackEntry(staffId, key, zip, entry);
  }
  return tooLarge;
}

/** yauzl ends the stream where an entry has more bytes than it declares. */
const unpackEntry = async (staffId: string, key: string, zip: ZipFile, entry: Entry) =>
  pipeline(
    await zip.openReadStreamPromise(entry),
    createWriteStream(pathOf(staffId, key), { mode: 0o600 }),
  );

const tooManyFiles = () =>
  new DomainError("too_large", `An import may have at most ${MAX_FILES} files.`);
const invalid = (message: string) => new DomainError("invalid", message);
