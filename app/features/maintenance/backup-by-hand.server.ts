import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { nameOfBackup } from "db/backup-names";
import { backupInWorker, restoreInWorker } from "db/backup-worker.client.server";
import { databaseFile, dataDir } from "db/data-dir";
import { ensurePrivateDir } from "db/ensure-private-dir.server";
import { renameDurably } from "db/online-copy.server";
import { interruptible } from "./interruptible.server";

/** What the commands do with the file of the database, whether or not a site has it open. */

/** The database's file; throws where there is none. */
export const existingDatabase = () => assertFileExists(databaseFile(), "database");

/** Copies the database while the site is open, and checks the copy. */
export async function backupTo(to: string) {
  if (existsSync(to)) throw new Error(`${to} already exists: choose another name`);
  if (!existsSync(dirname(to))) throw new Error(`There is no folder ${resolve(dirname(to))}`);
  await copyTo(to);
}

/** Copies it to where the scheduled backups are, from where the open site sends the newest one to BACKUP_TO. */
export async function backupAsScheduled() {
  const folder = join(dataDir(), "backups");
  const made = join(folder, "by-hand.db"); // the site removes scheduled ones that it does not know to be under way
  const to = join(folder, nameOfBackup(Date.now()));
  existingDatabase();
  ensurePrivateDir(folder);
  await copyTo(made);
  renameDurably(made, to);
  return to;
}

async function copyTo(to: string) {
  const from = existingDatabase();
  await interruptible(`${to}.part`, (abort) => backupInWorker(from, to, abort));
}

/** Replaces the database by a backup. Returns where the old one now is; undefined where there was none. */
export function restoreFrom(backup: string) {
  const to = databaseFile();
  return interruptible(`${to}.part`, (abort) => restoreInWorker(backup, to, abort));
}

/** Throws where there is no file of this name. */
export function assertFileExists(path: string, what: string) {
  if (!existsSync(path)) throw new Error(`There is no ${what} at ${resolve(path)}`);
  if (!statSync(path).isFile()) throw new Error(`${path} is not a file`);
  return path;
}
