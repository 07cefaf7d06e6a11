import {
  chmodSync,
  closeSync,
  copyFileSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";

/** Copies of the database: made while the site is in use, and never called a backup before they are checked. */

/**
 * Copies a database to a file and checks the copy before it gets its name; a copy that fails leaves
 * nothing behind. Throws when the copy cannot be made or is not sound.
 */
export async function backUp(source: Database.Database, file: string) {
  const part = `${file}.part`;
  try {
    await source.backup(part);
    settle(part);
    refuseUnsound(part);
    chmodSync(part, 0o600);
    moveInto(part, file);
  } finally {
    forget(part);
  }
}

/** What is wrong with a database file, in words; nothing when it is sound. */
export function problemsOf(file: string): string[] {
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
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    database.close();
  }
}

/** Slots whose held places are not those of their live orders. */
const LEDGER_DRIFT = `
  SELECT count(*) FROM (
    SELECT visit_date, visit_slot, sum(held) AS drift FROM (
      SELECT visit_date, visit_slot, held FROM held_places
      UNION ALL
      SELECT visit_date, visit_slot, -ticket_count FROM orders WHERE status IN ('pending', 'paid')
    ) GROUP BY visit_date, visit_slot HAVING drift <> 0
  )`;

/**
 * Puts a sound backup in the place of a database that nobody has open. What was there before is kept
 * beside it, under the name that is answered. Throws when the backup is not sound.
 */
export function restore(backup: string, file: string, now = new Date()) {
  refuseUnsound(backup);
  const part = `${file}.part`;
  const before = `${file}.before-${now.toISOString().replace(/[:.]/g, "")}`;
  copyFileSync(backup, part);
  settle(part);
  chmodSync(part, 0o600);
  const hadOne = keepAside(file, before);
  moveInto(part, file);
  return hadOne ? before : undefined;
}

/** The old file with everything that still lies in its log. */
function keepAside(file: string, before: string) {
  try {
    settle(file);
    renameSync(file, before);
    forget(file);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "SQLITE_CANTOPEN") return false;
    throw error;
  }
}

/** One file that holds everything, without a log beside it. */
function settle(file: string) {
  const database = new Database(file, { fileMustExist: true });
  database.pragma("journal_mode = DELETE");
  database.close();
}

function refuseUnsound(file: string) {
  const problems = problemsOf(file);
  if (problems.length > 0) throw new Error(`${file} is not sound: ${problems.join("; ")}`);
}

/** On disk under its name, whatever happens next. */
function moveInto(part: string, file: string) {
  sync(part);
  renameSync(part, file);
  sync(dirname(file));
}

function sync(path: string) {
  const handle = openSync(path, "r");
  fsyncSync(handle);
  closeSync(handle);
}

function forget(file: string) {
  for (const each of [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]) {
    rmSync(each, { force: true });
  }
}
