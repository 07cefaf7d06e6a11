import { hash } from "node:crypto";
import { open, readFile, rm, statfs, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { dataDir } from "db/data-dir";
import { DomainError } from "~/lib/errors";
import { formatNumber } from "~/lib/intl";
import { filesFolder, type ImportState } from "./import-files.server";
import { fileKey, MAX_FILES, MAX_TOTAL_BYTES, MAX_TOTAL_TEXT } from "./import.rules";

/** Left for bookings and backups. */
const MIN_FREE_BYTES = 256 * 1024 * 1024;

/**
 * Writes a part of a file at `offset`, which is where the last part ended, or an earlier place to repeat one. Returns
 * the file's size, and counts it in `state`, which the caller saves. A part that fails leaves nothing. Throws `too_large`
 * for more than an import or the disk may have, and `conflict` for a gap.
 */
export async function writePart(
  state: ImportState,
  name: string,
  offset: number,
  chunks: AsyncIterable<Uint8Array>,
): Promise<number> {
  const key = fileKey(name);
  const isNew = !Object.hasOwn(state.files, key);
  const before = isNew ? 0 : (state.files[key] ?? 0);
  if (isNew) assertRoomForFile(state);
  if (offset > before) throw new DomainError("conflict", "A part of the file is missing.");
  const path = pathOf(state, key);
  const file = await open(path, isNew ? "w" : "r+", 0o600);
  let size = offset;
  try {
    const room = MAX_TOTAL_BYTES - totalBytes(state) + before;
    size = await writeChunks(file, offset, room, chunks);
  } finally {
    await file.truncate(size);
    await file.close();
    state.files = { ...state.files, [key]: size };
  }
  return size;
}

async function writeChunks(
  file: FileHandle,
  offset: number,
  room: number,
  chunks: AsyncIterable<Uint8Array>,
) {
  let position = offset;
  for await (const chunk of chunks) {
    if (position + chunk.byteLength > room)
      throw new DomainError("too_large", `An import may have at most ${MAX_TOTAL_TEXT}.`);
    await assertFreeSpace();
    await file.write(chunk, 0, chunk.byteLength, position);
    position += chunk.byteLength;
  }
  return position;
}

/** Throws `too_large`. */
export function assertRoomForFile({ files, tooLarge }: ImportState) {
  if (Object.keys(files).length + tooLarge.length >= MAX_FILES) throw tooManyFiles();
}

export const tooManyFiles = () =>
  new DomainError("too_large", `An import may have at most ${formatNumber(MAX_FILES)} files.`);

/** Throws `too_large`. */
export async function assertFreeSpace() {
  const { bavail, bsize } = await statfs(dataDir());
  if (bavail * bsize < MIN_FREE_BYTES)
    throw new DomainError(
      "too_large",
      "The disk of the server is almost full, so nothing was imported. Whoever runs the server can make room.",
    );
}

/** A hash, as a name in UTF-8 and its case may be more than the disk takes. */
export const pathOf = ({ staff }: ImportState, key: string) =>
  join(filesFolder(staff.id), hash("sha256", key));

export const readFileOf = (state: ImportState, key: string) => readFile(pathOf(state, key));

export async function removeFile(state: ImportState, key: string) {
  uncountFile(state, key);
  await rm(pathOf(state, key), { force: true });
}

export function uncountFile(state: ImportState, key: string) {
  const { [key]: _, ...others } = state.files;
  state.files = others;
}

const totalBytes = ({ files }: ImportState) =>
  Object.values(files).reduce((total, bytes) => total + bytes, 0);
