import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { nameOfBackup } from "db/backup-names";
import { restoreInWorker, backupInWorker } from "db/backup-worker.client.server";
import { openDatabase, sqlite } from "db/connection.server";
import { deleteDatabaseFiles, renameDurably } from "db/online-copy.server";
import { dataDir } from "db/data-dir";
import { ensurePrivateDir } from "db/ensure-private-dir.server";
import {
  assertOwnDatabase,
  findInconsistencies,
} from "~/features/maintenance/consistency-check.server";
import { databaseFile } from "./open-zoo.ts";

/** Copies the database while the site is open. */
export async function backup(to: string) {
  if (existsSync(to)) throw new Error(`${to} already exists: choose another name`);
  if (!existsSync(dirname(to))) throw new Error(`There is no folder ${resolve(dirname(to))}`);
  await copyTo(to);
  console.log(`Backed up to ${to}, and checked`);
}

/** Copies it to where the scheduled backups are, from where the open site sends the newest one to BACKUP_TO. */
export async function backupAsScheduled() {
  const folder = join(dataDir(), "backups");
  const made = join(folder, "by-hand.db"); // the site removes scheduled ones that it does not know to be under way
  const to = join(folder, nameOfBackup(Date.now()));
  assertFileExists(databaseFile(), "database");
  ensurePrivateDir(folder);
  await copyTo(made);
  renameDurably(made, to);
  console.log(`Backed up to ${to}, and checked`);
}

async function copyTo(to: string) {
  const from = assertFileExists(databaseFile(), "database");
  await interruptible(`${to}.part`, (abort) => backupInWorker(from, to, abort));
}

/** Replaces the database by a backup, or only checks the backup. `name` is what the operator calls it. */
export async function restore(from: string, { check }: { check?: true }, name = from) {
  assertFileExists(from, "backup");
  if (check) return assertSound(from, name);

  const to = databaseFile();
  assertOwnDatabase(from);
  const before = await interruptible(`${to}.part`, (abort) => restoreInWorker(from, to, abort));
  console.log(`Restored ${name}`);
  if (before) console.log(`The old database is kept as ${before}`);
}

/** Checks the database. */
export const check = () => assertSound(assertFileExists(databaseFile(), "database"));

/** Migrates the database to this version. */
export function migrate() {
  const file = assertFileExists(databaseFile(), "database");
  openDatabase();
  sqlite.close();
  console.log(`${file} is a database of this version`);
}

function assertSound(file: string, name = file) {
  const problems = findInconsistencies(file);
  if (problems.length > 0) throw new Error(problems.map((each) => `${name}: ${each}`).join("\n"));
  console.log(`${name} is sound`);
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A signal ends the worker first, which could make files again, then deletes its unfinished copy. */
export async function interruptible<T>(part: string, run: (abort: AbortSignal) => Promise<T>) {
  const abort = new AbortController();
  const interrupt = (signal: NodeJS.Signals) => abort.abort(signal);
  for (const signal of SIGNALS) process.once(signal, interrupt);
  try {
    return await run(abort.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
    if (abort.signal.aborted) {
      deleteDatabaseFiles(part);
      process.kill(process.pid, abort.signal.reason as NodeJS.Signals);
    }
  }
}

function assertFileExists(path: string, what: string) {
  if (!existsSync(path)) throw new Error(`There is no ${what} at ${resolve(path)}`);
  if (!statSync(path).isFile()) throw new Error(`${path} is not a file`);
  return path;
}
