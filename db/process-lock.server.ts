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
import { describeError } from "./write-error.server.ts";

export class AlreadyRunningError extends Error {}

/** A kernel lock on `zoo.lock`: it ends with the handle or the process. Throws AlreadyRunningError. */
export function acquireLock(folder: string) {
  const file = join(folder, "zoo.lock");
  const note = join(folder, "zoo.pid"); // the locked file cannot be read
  let lock: Database.Database | undefined;
  try {
    restrictPermissions(file);
    lock = new Database(file, { timeout: 0 });
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock?.close();
    if (describeError(error) === "busy")
      throw new AlreadyRunningError(`it is open in another process${readPidFile(note)}`, {
        cause: error,
      });
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${file}: ${why}`, { cause: error });
  }
  writePidFile(note);
  return lock;
}

/** Whoever can read the file could lock it. An existing one is not opened: closing a handle releases the lock. */
function restrictPermissions(file: string) {
  try {
    return closeSync(openSync(file, "ax", 0o600));
  } catch (error) {
    if (!existsSync(file)) throw error;
  }
  const { uid, mode } = statSync(file);
  if (uid === process.geteuid?.() && mode & 0o077) chmodSync(file, 0o600);
}

function writePidFile(note: string) {
  try {
    writeFileSync(note, String(process.pid), { mode: 0o600 });
  } catch {
    // A full disk must not prevent the start.
  }
}

function readPidFile(note: string) {
  try {
    const pid = readFileSync(note, "utf8");
    return /^\d+$/.test(pid) && isProcessAlive(Number(pid)) ? ` (pid ${pid})` : "";
  } catch {
    return "";
  }
}

function isProcessAlive(pid: number) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"; // alive, of another user
  }
}
