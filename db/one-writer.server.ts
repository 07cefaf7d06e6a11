import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
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
    closeToOthers(file);
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

/**
 * Whoever can read the file can lock it, and keep the zoo shut. What SQLite makes beside it gets the same mode. One
 * that is there is never opened here: closing it would release the lock that this process may have on it.
 */
function closeToOthers(file: string) {
  try {
    return closeSync(openSync(file, "ax", 0o600));
  } catch (error) {
    if (!existsSync(file)) throw error;
  }
  const { uid, mode } = statSync(file);
  if (uid === process.geteuid?.() && mode & 0o077) chmodSync(file, 0o600);
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
    return /^\d+$/.test(pid) && lives(Number(pid)) ? ` (pid ${pid})` : "";
  } catch {
    return "";
  }
}

/** The note outlives who wrote it, and somebody else may hold the lock by now. */
function lives(pid: number) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"; // it does, and is another user's
  }
}
