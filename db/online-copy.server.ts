import { closeSync, fdatasyncSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { dirname } from "node:path";
import Database from "better-sqlite3";

/** About a megabyte; each batch is synced before the next, because bookings sync to the same disk. */
const PAGES_PER_STEP = 256;

/** Copies a database that is in use, including its log, to a file readable by its owner only. */
export async function copy(from: string, to: string) {
  deleteDatabaseFiles(to); // an existing file may be readable by others
  const target = openSync(to, "w", 0o600);
  const source = new Database(from, { readonly: true, fileMustExist: true });
  try {
    // One read transaction: otherwise each write by the site would restart the copy.
    source.exec("BEGIN; SELECT 1 FROM sqlite_schema");
    await source.backup(to, { progress: () => throttle(target) });
  } finally {
    source.close();
    closeSync(target);
  }
  checkpointAndSync(to);
}

/** On Linux the priority is per thread; elsewhere it would slow the process. */
export function lowerThreadPriority() {
  if (process.platform !== "linux") return;
  try {
    setPriority(0, constants.priority.PRIORITY_LOW);
  } catch {
    // not permitted: it runs at normal priority
  }
}

/** Syncs the copied pages, then pauses for as long as that took. */
function throttle(target: number) {
  const began = performance.now();
  fdatasyncSync(target);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, performance.now() - began);
  return PAGES_PER_STEP;
}

export function checkpointAndSync(file: string) {
  const database = new Database(file, { fileMustExist: true });
  database.pragma("journal_mode = DELETE");
  database.close();
}

export function renameDurably(part: string, file: string) {
  sync(part);
  renameSync(part, file);
  sync(dirname(file));
}

function sync(path: string) {
  const handle = openSync(path, "r");
  fsyncSync(handle);
  closeSync(handle);
}

export function deleteDatabaseFiles(file: string) {
  for (const each of [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]) {
    rmSync(each, { force: true });
  }
}
