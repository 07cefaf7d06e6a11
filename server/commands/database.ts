import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { restoreInWorker, backupInWorker } from "db/backup-worker.client.server";
import { openDatabase, sqlite } from "db/connection.server";
import { deleteDatabaseFiles } from "db/online-copy.server";
import { dataDir } from "db/data-dir";
import {
  assertOwnDatabase,
  findInconsistencies,
} from "~/features/maintenance/consistency-check.server";
import { withCleanupOnSignal } from "./cleanup-on-signal.ts";

const database = () => join(dataDir(), "zoo.db");

/** Copies the database while the site is open. */
export async function backup(to: string) {
  if (existsSync(to)) throw new Error(`${to} already exists: choose another name`);
  const from = assertFileExists(database(), "database");
  if (!existsSync(dirname(to))) throw new Error(`There is no folder ${resolve(dirname(to))}`);
  await withCleanupOnSignal(
    () => deleteDatabaseFiles(`${to}.part`),
    () => backupInWorker(from, to),
  );
  console.log(`Backed up to ${to}, and checked`);
}

/** Replaces the database by a backup. */
export async function restore(from: string) {
  const to = database();
  assertOwnDatabase(assertFileExists(from, "backup"));
  const before = await withCleanupOnSignal(
    () => deleteDatabaseFiles(`${to}.part`),
    () => restoreInWorker(from, to),
  );
  console.log(`Restored ${from}`);
  if (before) console.log(`The old database is kept as ${before}`);
}

/** Checks a file, the database by default; returns the exit code. */
export async function check(file = database(), what = "database") {
  const problems = findInconsistencies(assertFileExists(file, what));
  for (const problem of problems) console.error(`${file}: ${problem}`);
  if (problems.length === 0) console.log(`${file} is sound`);
  return problems.length === 0 ? 0 : 1;
}

/** Migrates the database to this version. */
export async function migrate() {
  const file = assertFileExists(database(), "database");
  openDatabase();
  sqlite.close();
  console.log(`${file} is a database of this version`);
}

function assertFileExists(path: string, what: string) {
  if (!existsSync(path)) throw new Error(`There is no ${what} at ${resolve(path)}`);
  if (!statSync(path).isFile()) throw new Error(`${path} is not a file`);
  return path;
}
