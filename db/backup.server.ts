import { existsSync, linkSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { copy, forget, moveInto, settle } from "./copy.server.ts";
import { makeFolder } from "./make-folder.server.ts";
import { holdFolder, InUse } from "./one-writer.server.ts";
import { goOnAfter } from "./restored.server.ts";

/** Copies of the database: made while the site is in use, and called backups only once they are checked. */

/**
 * Copies a database to a file and checks the copy before it gets its name; a copy that fails leaves
 * nothing behind. Keeps its own thread busy throughout. Throws when the copy cannot be made or is not sound.
 */
export async function backUp(from: string, to: string) {
  const part = `${to}.part`;
  try {
    await copy(from, part);
    refuseUnsound(part, "the copy");
    moveInto(part, to);
  } finally {
    forget(part);
  }
}

/** What is wrong with a database file, in words; nothing when it is sound. */
export function problemsOf(file: string): string[] {
  try {
    return foundIn(file);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function foundIn(file: string) {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const integrity = database.pragma("integrity_check") as { integrity_check: string }[];
    const broken = integrity.map((row) => row.integrity_check).filter((line) => line !== "ok");
    const orphans = (database.pragma("foreign_key_check") as { table: string }[]).length;
    const drift = database.prepare(LEDGER_DRIFT).pluck().get() as number;
    return [
      ...broken,
      ...(orphans > 0 ? [`${orphans} rows refer to rows that are not there`] : []),
      ...(drift > 0 ? [`${drift} slots hold other places than their orders`] : []),
    ];
  } finally {
    database.close();
  }
}

/** Throws when pages of a database file are damaged. Quicker than `problemsOf`: it compares no index. */
export function refuseDamaged(file: string) {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    database.pragma("cache_size = -1024"); // KB: nothing is read twice
    const found = database.pragma("quick_check(1)", { simple: true });
    if (found !== "ok") throw new Error(String(found));
  } finally {
    database.close();
  }
}

/** Slots whose held places differ from those of their pending and paid orders. */
const LEDGER_DRIFT = `
  SELECT count(*) FROM (
    SELECT visit_date, visit_slot, sum(held) AS drift FROM (
      SELECT visit_date, visit_slot, held FROM held_places
      UNION ALL
      SELECT visit_date, visit_slot, -ticket_count FROM orders WHERE status IN ('pending', 'paid')
    ) GROUP BY visit_date, visit_slot HAVING drift <> 0
  )`;

/**
 * Puts a sound backup in place of a database that nobody has open. The old one is kept beside it, under the name
 * that is returned; numbers continue after it, and all sessions end. Throws when the backup is not sound or the site
 * is open; then nothing has changed.
 */
export async function restore(backup: string, file: string, now = new Date()) {
  refuseUnsound(backup, backup);
  const part = `${file}.part`;
  const before = `${file}.before-${now.toISOString().replace(/[:.]/g, "")}`;
  const lock = holdFor(file); // so that no site opens half way
  try {
    await copy(backup, part);
    const hadOne = keepAside(file, before);
    goOnAfter(part, hadOne ? before : undefined);
    moveInto(part, file);
    return hadOne ? before : undefined;
  } finally {
    forget(part);
    lock.close();
  }
}

/** The folder may be missing: on a new machine a zoo begins with its backup. */
function holdFor(file: string) {
  makeFolder(dirname(file));
  try {
    return holdFolder(dirname(file));
  } catch (error) {
    if (!(error instanceof InUse)) throw error;
    const why = error.message.replace(/^it /, "");
    throw new Error(`${file} ${why}: stop the site first`, { cause: error });
  }
}

/**
 * Gives the old database a second name. It keeps the first until the backup takes it, or the site would create a
 * new database. A log left behind would be applied to the file that takes the name next, so it moves too.
 */
function keepAside(file: string, before: string) {
  const isThere = existsSync(file);
  if (isThere) {
    closeLog(file);
    linkSync(file, before);
  }
  for (const log of ["-wal", "-journal"]) {
    if (existsSync(file + log)) renameSync(file + log, before + log);
  }
  rmSync(`${file}-shm`, { force: true });
  return isThere;
}

function closeLog(file: string) {
  try {
    settle(file);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code.startsWith("SQLITE_BUSY")) throw new Error(`${file} is open: stop the site first`);
    // A file too broken to be opened is a reason to restore, not to refuse.
  }
}

/** Throws when a database file is not sound; the message calls it `name` and says why. */
export function refuseUnsound(file: string, name: string) {
  const problems = problemsOf(file);
  if (problems.length > 0) throw new Error(`${name} is not sound: ${problems.join("; ")}`);
}
