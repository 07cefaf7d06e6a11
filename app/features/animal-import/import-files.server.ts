import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { dataDir } from "db/data-dir";
import type { Staff } from "~/features/auth/permissions";
import { createId, isUlid } from "~/lib/ids.server";

/** The upload of an account waits here: state.json, checked.json, and files/. */
const root = () => join(dataDir(), "imports");
const folderOf = (staffId: string) => join(root(), staffId);
const statePath = (staffId: string) => join(folderOf(staffId), "state.json");
const checkedPath = (staffId: string) => join(folderOf(staffId), "checked.json");
export const filesFolder = (staffId: string) => join(folderOf(staffId), "files");

type ImportResult = { added: number; changed: number; unchanged: number; photos: number };

export type ImportState = {
  id: string;
  staff: Staff;
  startedAt: number;
  status: "uploading" | "checked" | "running" | "done";
  /** The bytes of each file that is here, by its key. */
  files: Record<string, number>;
  /** Photographs in zips that were not unpacked. */
  tooLarge: string[];
  /** Of files from before, which this upload adds to. */
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

export const readState = (staffId: string) => readJson<ImportState>(statePath(staffId));
export const readChecked = (staffId: string) => readJson<CheckedUpload>(checkedPath(staffId));

export const writeState = (state: ImportState) => writeJson(statePath(state.staff.id), state);
export const writeChecked = (staffId: string, checked: CheckedUpload) =>
  writeJson(checkedPath(staffId), checked);

export const removeFiles = async (staffId: string) => {
  await rm(filesFolder(staffId), { recursive: true, force: true });
  await rm(checkedPath(staffId), { force: true });
};
export const removeUpload = (staffId: string) =>
  rm(folderOf(staffId), { recursive: true, force: true });

/** The accounts that have an upload here. */
export const accountsWithUpload = async () =>
  (await readdir(root()).catch(() => [])).filter(isUlid);

const turns = new Map<string, Promise<unknown>>();

/** One step of an account's import after the other, as parts of files and presses of buttons may come at once. */
export function inTurn<T>(staffId: string, step: () => Promise<T>): Promise<T> {
  const turn = (turns.get(staffId) ?? Promise.resolve()).then(step);
  const settled = turn.catch(() => undefined);
  turns.set(staffId, settled);
  return turn;
}

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
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const written = `${path}.${createId()}`;
  await writeFile(written, JSON.stringify(value), { mode: 0o600 });
  await rename(written, path);
}
