import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";

/** Another process has the folder. */
export class InUse extends Error {}

/**
 * Claims a data folder for this process, until the returned handle is closed or the process ends, however it
 * ends: the lock is the kernel's, so none is left behind. Nothing is ever written to `zoo.lock`. Throws InUse
 * when another process has the folder.
 */
export function holdFolder(folder: string) {
  const file = join(folder, "zoo.lock");
  const note = join(folder, "zoo.pid"); // a locked file cannot itself say who locked it
  let lock: Database.Database | undefined;
  try {
    lock = new Database(file, { timeout: 0 });
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock?.close();
    if (isBusy(error))
      throw new InUse(`it is open in another process${pidIn(note)}`, { cause: error });
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${file}: ${why}`, { cause: error });
  }
  noteDown(note);
  return lock;
}

const isBusy = (error: unknown) =>
  error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");

function noteDown(note: string) {
  try {
    writeFileSync(note, String(process.pid), { mode: 0o600 });
  } catch {
    // A full disk is no reason not to open.
  }
}

function pidIn(note: string) {
  try {
    const pid = readFileSync(note, "utf8");
    return /^\d+$/.test(pid) ? ` (pid ${pid})` : "";
  } catch {
    return "";
  }
}
