import { closeSync, fdatasyncSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { dirname } from "node:path";
import Database from "better-sqlite3";

/** Copies database files without haste, and gives them their name only once they are on the disk. */

/** About a megabyte at a time, each synced before the next: bookings sync to the same disk. */
const PAGES_AT_ONCE = 256;

/** A copy that only its owner can read, including everything in the log. */
export async function copy(from: string, to: string) {
  forget(to); // what lies there may be readable by others
  const target = openSync(to, "w", 0o600);
  const source = new Database(from, { readonly: true, fileMustExist: true });
  try {
    // One view of it from the first page to the last: otherwise each change by the site would restart the copy.
    source.exec("BEGIN; SELECT 1 FROM sqlite_schema");
    await source.backup(to, { progress: () => pace(target) });
  } finally {
    source.close();
    closeSync(target);
  }
  settle(to);
}

/** Gives this thread the lowest priority. On Linux only: elsewhere it would slow the whole process. */
export function giveWay() {
  if (process.platform !== "linux") return;
  try {
    setPriority(0, constants.priority.PRIORITY_LOW);
  } catch {
    // then it runs like any other
  }
}

/** Syncs what was copied, then leaves the disk to others for as long as that took. */
function pace(target: number) {
  const began = performance.now();
  fdatasyncSync(target);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, performance.now() - began);
  return PAGES_AT_ONCE;
}

/** Makes it one file that holds everything, without a log beside it. */
export function settle(file: string) {
  const database = new Database(file, { fileMustExist: true });
  database.pragma("journal_mode = DELETE");
  database.close();
}

/** Renames a file so that the name survives a power cut. */
export function moveInto(part: string, file: string) {
  sync(part);
  renameSync(part, file);
  sync(dirname(file));
}

function sync(path: string) {
  const handle = openSync(path, "r");
  fsyncSync(handle);
  closeSync(handle);
}

/** Removes a database file and what SQLite keeps beside it. */
export function forget(file: string) {
  for (const each of [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]) {
    rmSync(each, { force: true });
  }
}
