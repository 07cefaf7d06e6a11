import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { onExit } from "signal-exit";
import { restoreInWorker, backupInWorker } from "db/backup-worker.client.server";
import { openDatabase, sqlite } from "db/connection.server";
import { deleteDatabaseFiles } from "db/online-copy.server";
import { dataDir } from "db/data-dir";
import {
  assertOwnDatabase,
  findInconsistencies,
} from "~/features/maintenance/consistency-check.server";

const database = () => join(dataDir(), "zoo.db");

/** Copies the database while the site is open. */
export async function backup(to: string) {
  if (existsSync(to)) throw new Error(`${to} already exists: choose another name`);
  const from = assertFileExists(database(), "database");
  if (!existsSync(dirname(to))) throw new Error(`There is no folder ${resolve(dirname(to))}`);
  deleteOnSignal(`${to}.part`);
  await backupInWorker(from, to);
  console.log(`Backed up to ${to}, and checked`);
}

/** Replaces the database by a backup, or only checks the backup. */
export async function restore(from: string, { check }: { check?: true }) {
  assertFileExists(from, "backup");
  if (check) return assertSound(from);

  const to = database();
  assertOwnDatabase(from);
  deleteOnSignal(`${to}.part`);
  const before = await restoreInWorker(from, to);
  console.log(`Restored ${from}`);
  if (before) console.log(`The old database is kept as ${before}`);
}

/** Checks the database. */
export const check = () => assertSound(assertFileExists(database(), "database"));

/** Migrates the database to this version. */
export function migrate() {
  const file = assertFileExists(database(), "database");
  openDatabase();
  sqlite.close();
  console.log(`${file} is a database of this version`);
}

function assertSound(file: string) {
  const problems = findInconsistencies(file);
  if (problems.length > 0) throw new Error(problems.map((each) => `${file}: ${each}`).join("\n"));
  console.log(`${file} is sound`);
}

/** Deletes the unfinished copy of an interrupted command. */
const deleteOnSignal = (part: string) =>
  onExit((_, signal) => void (signal && deleteDatabaseFiles(part)));

function assertFileExists(path: string, what: string) {
  if (!existsSync(path)) throw new Error(`There is no ${what} at ${resolve(path)}`);
  if (!statSync(path).isFile()) throw new Error(`${path} is not a file`);
  return path;
}
