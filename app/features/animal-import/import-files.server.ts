import { existsSync } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { dataDir } from "db/data-dir";
import { ensurePrivateDir } from "db/ensure-private-dir.server";
import type { Staff } from "~/features/auth/permissions";
import { DomainError } from "~/lib/errors";
import { createId, isUlid } from "~/lib/ids.server";
import { fileKey, MAX_FILES, MAX_TOTAL_BYTES, MAX_TOTAL_TEXT } from "./import.rules";

/** The upload of an account waits here: state.json, checked.json, and files/ with encoded names. */
const root = () => join(dataDir(), "imports");
const folderOf = (staffId: string) => join(root(), staffId);
const filesOf = (staffId: string) => join(folderOf(staffId), "files");

type ImportResult = { added: number; changed: number; unchanged: number; photos: number };

export type ImportState = {
  id: string;
  staff: Staff;
  startedAt: number;
  status: "uploading" | "checked" | "running" | "done";
  bytes: number;
  files: number;
  /** Files of an earlier upload, which this one adds to. */
  earlierKeys: string[];
  /** Of the plan that was confirmed. */
  fingerprint?: string;
  /** Why the last run imported nothing. */
  failure?: string;
  result?: ImportResult;
};

export type PhotoFile = { name: string; imageId: string; problem?: string };
export type SheetRow = { row: number; cells: Record<string, string> };

/** An upload that has been read: the rows of its CSV, and its photographs by their keys. */
export type CheckedUpload = {
  rows: SheetRow[];
  unknownColumns: string[];
  photos: Record<string, PhotoFile>;
};

export const readState = (staffId: string) =>
  readJson<ImportState>(join(folderOf(staffId), "state.json"));
export const readChecked = (staffId: string) =>
  readJson<CheckedUpload>(join(folderOf(staffId), "checked.json"));

export const writeState = (state: ImportState) =>
  writeJson(join(folderOf(state.staff.id), "state.json"), state);
export const writeChecked = (staffId: string, checked: CheckedUpload) =>
  writeJson(join(folderOf(staffId), "checked.json"), checked);

/** Replaces what waited before, or adds to it. Throws `conflict` while that is being imported. */
export async function beginUpload(
  staff: Staff,
  id: string,
  isAddition = false,
): Promise<ImportState> {
  const before = await readState(staff.id);
  if (before?.status === "running")
    throw new DomainError("conflict", "An import is running. Wait until it is done.");
  const earlierKeys = isAddition ? await uploadedKeys(staff.id) : [];
  const { bytes, files } = (isAddition && before) || { bytes: 0, files: 0 };
  if (!isAddition) await removeUpload(staff.id);
  ensurePrivateDir(filesOf(staff.id));
  const status = "uploading";
  const state: ImportState = {
    id,
    staff,
    startedAt: Date.now(),
    status,
    bytes,
    files,
    earlierKeys,
  };
  await writeState(state);
  return state;
}

/**
 * Writes a part of a file at `offset`, which is where the last part ended, or an earlier place to repeat one. Returns
 * the file's size. Throws `too_large`, and `conflict` for a gap.
 */
export async function writePart(
  state: ImportState,
  name: string,
  offset: number,
  chunks: AsyncIterable<Uint8Array>,
) {
  const path = pathOf(state.staff.id, fileKey(name));
  const isNew = !existsSync(path);
  if (isNew && state.files >= MAX_FILES)
    throw new DomainError("too_large", `An import may have at most ${MAX_FILES} files.`);
  const file = await open(path, isNew ? "w+" : "r+", 0o600);
  try {
    const { size } = await file.stat();
    if (offset > size) throw new DomainError("conflict", "A part of the file is missing.");
    await file.truncate(offset);
    state.files += isNew ? 1 : 0;
    state.bytes += offset - size;
    let position = offset;
    for await (const chunk of chunks) {
      state.bytes += chunk.byteLength;
      if (state.bytes > MAX_TOTAL_BYTES)
        throw new DomainError("too_large", `An import may have at most ${MAX_TOTAL_TEXT}.`);
      await file.write(chunk, 0, chunk.byteLength, position);
      position += chunk.byteLength;
    }
    return position;
  } finally {
    await file.close();
  }
}

/** The keys of the files that have arrived. */
export async function uploadedKeys(staffId: string) {
  const names = await readdir(filesOf(staffId)).catch(() => []);
  return names.map((name) => Buffer.from(name, "hex").toString()).sort();
}

export const readUploaded = (staffId: string, key: string) => readFile(pathOf(staffId, key));
export const uploadedSize = async (staffId: string, key: string) =>
  (await stat(pathOf(staffId, key))).size;
export const removeUploaded = (staffId: string, key: string) =>
  rm(pathOf(staffId, key), { force: true });

/** Throws `invalid` for a name that is too long for a disk. */
export function pathOf(staffId: string, key: string) {
  const name = Buffer.from(key).toString("hex");
  if (name.length > 250)
    throw new DomainError("invalid", `The file name is too long: ${key.slice(0, 60)}…`);
  return join(filesOf(staffId), name);
}

export const removeFiles = async (staffId: string) => {
  await rm(filesOf(staffId), { recursive: true, force: true });
  await rm(join(folderOf(staffId), "checked.json"), { force: true });
};
export const removeUpload = (staffId: string) =>
  rm(folderOf(staffId), { recursive: true, force: true });

/** The accounts that have an upload here. */
export const accountsWithUpload = async () =>
  (await readdir(root()).catch(() => [])).filter(isUlid);

async function readJson<T>(path: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as T;
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && "code" in error))
      return undefined;
    throw error;
  }
}

/** Through a file of its own, so that a reader never sees half of one, nor two writers share it. */
async function writeJson(path: string, value: unknown) {
  await mkdir(join(path, ".."), { recursive: true, mode: 0o700 });
  const written = `${path}.${createId()}`;
  await writeFile(written, JSON.stringify(value), { mode: 0o600 });
  await rename(written, path);
}
