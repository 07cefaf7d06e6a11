import { existsSync, linkSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import {
  copy,
  deleteDatabaseFiles,
  renameDurably,
  checkpointAndSync,
} from "./online-copy.server.ts";
import { ensurePrivateDir } from "./ensure-private-dir.server.ts";
import { acquireLock, AlreadyRunningError } from "./process-lock.server.ts";
import { advanceSequences } from "./after-restore.server.ts";
import { describeError } from "./write-error.server.ts";

/** Copies a database that may be in use. The copy gets its name only after a check. Blocks its thread; throws on failure. */
export async function createBackup(from: string, to: string) {
  const part = `${to}.part`;
  try {
    await copy(from, part);
    assertConsistent(part, "the copy");
    renameDurably(part, to);
  } finally {
    deleteDatabaseFiles(part);
  }
}

/** Problems of a database file, as text for the operator; empty when it is consistent. */
export function findProblems(file: string): string[] {
  try {
    return checkResults(file);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function checkResults(file: string) {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const integrity = database.pragma("integrity_check") as { integrity_check: string }[];
    const broken = integrity.map((row) => row.integrity_check).filter((line) => line !== "ok");
    const orphans = (database.pragma("foreign_key_check") as { table: string }[]).length;
    const drift = database.prepare(occupancyDriftSql(database)).pluck().get() as number;
    return [
      ...broken,
      ...(orphans > 0 ? [`${orphans} rows refer to rows that are not there`] : []),
      ...(drift > 0 ? [`${drift} slots hold other places than their orders`] : []),
    ];
  } finally {
    database.close();
  }
}

/** Throws when pages are damaged. Faster than `findProblems`: it compares no index. */
export function assertIntact(file: string) {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    database.pragma("cache_size = -1024"); // KB; nothing is read twice
    const result = database.pragma("quick_check(1)", { simple: true });
    if (result !== "ok") throw new Error(String(result));
  } finally {
    database.close();
  }
}

const occupancyDriftSql = (database: Database.Database) => `
  SELECT count(*) FROM (
    SELECT visit_date, visit_slot, sum(held) AS drift FROM (
      SELECT visit_date, visit_slot, held FROM ${occupancyTable(database)}
      UNION ALL
      SELECT visit_date, visit_slot, -ticket_count FROM orders WHERE status IN ('pending', 'paid')
      ${holdsWhoArrived(database) ? ARRIVED : ""}
    ) GROUP BY visit_date, visit_slot HAVING drift <> 0
  )`;

/** Who arrived holds a place, even when their order was moved, refunded or deleted since. */
const ARRIVED = `
      UNION ALL
      SELECT visit_date, visit_slot, -arrived FROM slot_occupancy
      UNION ALL
      SELECT visit_date, visit_slot, 1 FROM tickets JOIN orders ON seq = order_seq
      WHERE used_at IS NOT NULL AND voided_at IS NULL AND status IN ('pending', 'paid')`;

const holdsWhoArrived = (database: Database.Database) =>
  Number(database.pragma("user_version", { simple: true })) >= 18;

/** Renamed in schema version 13. */
const occupancyTable = (database: Database.Database) =>
  database
    .prepare("SELECT name FROM sqlite_schema WHERE name IN ('slot_occupancy', 'held_places')")
    .pluck()
    .get() as string;

/**
 * Replaces a database that no process has open by a backup. Returns the new name of the old one, if there was one.
 * Order and mail numbers continue after it, and all sessions end. Throws, and changes nothing, when the backup is
 * inconsistent or the site is open.
 */
export async function restore(backup: string, file: string, now = new Date()) {
  assertConsistent(backup, backup);
  const part = `${file}.part`;
  const before = `${file}.before-${now.toISOString().replace(/[:.]/g, "")}`;
  const lock = withLock(file);
  try {
    await copy(backup, part);
    const hadOne = archiveCurrent(file, before);
    advanceSequences(part, hadOne ? before : undefined);
    renameDurably(part, file);
    return hadOne ? before : undefined;
  } finally {
    deleteDatabaseFiles(part);
    lock.close();
  }
}

function withLock(file: string) {
  ensurePrivateDir(dirname(file));
  try {
    return acquireLock(dirname(file));
  } catch (error) {
    if (!(error instanceof AlreadyRunningError)) throw error;
    const why = error.message.replace(/^it /, "");
    throw new Error(`${file} ${why}: stop the site first`, { cause: error });
  }
}

/**
 * Links the old database to a second name; it keeps the first until the backup replaces it, because the site would
 * create a new database. Its log moves too: SQLite would apply it to the file that takes the name.
 */
function archiveCurrent(file: string, before: string) {
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
    checkpointAndSync(file);
  } catch (error) {
    if (describeError(error) === "busy") throw new Error(`${file} is open: stop the site first`);
    // A file that is too damaged to open must not prevent a restore.
  }
}

export function assertConsistent(file: string, name: string) {
  const problems = findProblems(file);
  if (problems.length > 0) throw new Error(`${name} is not sound: ${problems.join("; ")}`);
}
