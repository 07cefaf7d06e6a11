import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";

/**
 * Takes a data folder for this process, until the handle that is answered is closed or the process ends,
 * however it ends: the lock is the kernel's, so none is left behind. Nothing is ever written to `zoo.lock`.
 * Throws when another process has the folder.
 */
export function holdFolder(folder: string) {
  const lock = new Database(join(folder, "zoo.lock"), { timeout: 0 });
  const note = join(folder, "zoo.pid"); // a locked file cannot say itself who locked it
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (!code.startsWith("SQLITE_BUSY")) throw error;
    throw new Error(`it is open in another process${pidIn(note)}`, { cause: error });
  }
  noteDown(note);
  return lock;
}

function noteDown(note: string) {
  try {
    writeFileSync(note, String(process.pid), { mode: 0o600 });
  } catch {
    // A full disk is no reason to stay shut.
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
