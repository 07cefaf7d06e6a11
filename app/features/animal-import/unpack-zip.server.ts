import { rm } from "node:fs/promises";
import { openPromise, type Entry, type ZipFile } from "yauzl";
import { DomainError } from "~/lib/errors";
import type { ImportState } from "./import-files.server";
import {
  baseName,
  fileKey,
  isCsv,
  isSystemFile,
  isZip,
  MAX_CSV_BYTES,
  MAX_FILES,
  MAX_PHOTO_BYTES,
} from "./import.rules";
import { CSV_TOO_LARGE } from "./read-csv.server";
import {
  assertRoomForFile,
  pathOf,
  tooManyFiles,
  uncountFile,
  writePart,
} from "./store-file.server";

/**
 * Replaces a zip by its files, without their folders. They count as if they had been uploaded, and the zip no longer.
 * Throws `invalid` and `too_large`.
 */
export async function unpack(state: ImportState, key: string) {
  uncountFile(state, key);
  const path = pathOf(state, key);
  try {
    const zip = await openPromise(path);
    try {
      await unpackEntries(state, zip);
    } finally {
      zip.close();
    }
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw invalid(`${key} cannot be read. Make the zip again, without a password.`);
  } finally {
    await rm(path, { force: true });
  }
}

async function unpackEntries(state: ImportState, zip: ZipFile) {
  if (zip.entryCount > 2 * MAX_FILES) throw tooManyFiles();
  const earlier = new Set(state.earlierKeys);
  for await (const entry of zip.eachEntry()) {
    const { fileName, uncompressedSize } = entry;
    if (fileName.endsWith("/") || isSystemFile(fileName)) continue;
    const key = fileKey(fileName);
    if (Object.hasOwn(state.files, key) && !earlier.delete(key))
      throw invalid(`Two files are called ${baseName(fileName)}.`);
    if (isZip(key)) throw invalid(`There is a zip in the zip: ${baseName(fileName)}.`);
    if (isCsv(key) && uncompressedSize > MAX_CSV_BYTES)
      throw new DomainError("too_large", CSV_TOO_LARGE);
    if (uncompressedSize > MAX_PHOTO_BYTES) noteTooLarge(state, key);
    else await unpackEntry(state, zip, entry);
  }
}

function noteTooLarge(state: ImportState, key: string) {
  if (state.tooLarge.includes(key)) return;
  assertRoomForFile(state);
  state.tooLarge = [...state.tooLarge, key];
}

/** yauzl ends the stream where an entry has more bytes than it declares. */
async function unpackEntry(state: ImportState, zip: ZipFile, entry: Entry) {
  const stream = await zip.openReadStreamPromise(entry);
  // It may fail before it is read, which without a listener would end the site.
  stream.on("error", (error) => stream.destroy(error));
  try {
    await writePart(state, entry.fileName, 0, stream);
  } finally {
    stream.destroy(); // else one that was not read keeps the zip open, and its bytes on the disk
  }
}

const invalid = (message: string) => new DomainError("invalid", message);
