import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { restoreBeside, backUpBeside } from "db/backup-beside.server";
import { forget } from "db/copy.server";
import { dataFolder } from "db/data-folder";
import { refuseForeign, unsoundness } from "~/features/maintenance/consistency-check.server";
import { undoneBySignal } from "./cleanup-on-signal.ts";

const database = () => join(dataFolder(), "zoo.db");

/** Copies the database while the site is open. */
export async function backup(to: string) {
  if (existsSync(to)) throw new Error(`${to} already exists: choose another name`);
  const from = needed(database(), "database");
  if (!existsSync(dirname(to))) throw new Error(`There is no folder ${resolve(dirname(to))}`);
  await undoneBySignal(
    () => forget(`${to}.part`),
    () => backUpBeside(from, to),
  );
  console.log(`Backed up to ${to}, and checked`);
}

/** Puts a backup in the place of the database. */
export async function restore(from: string) {
  const to = database();
  refuseForeign(needed(from, "backup"));
  const before = await undoneBySignal(
    () => forget(`${to}.part`),
    () => restoreBeside(from, to),
  );
  console.log(`Restored ${from}`);
  if (before) console.log(`The old database is kept as ${before}`);
}

/** Says whether a file is sound; the database in use where none is named. */
export async function check(file = database(), what = "database") {
  const problems = unsoundness(needed(file, what));
  for (const problem of problems) console.error(`${file}: ${problem}`);
  if (problems.length === 0) console.log(`${file} is sound`);
  return problems.length === 0 ? 0 : 1;
}

/** Brings the database to this version. */
export async function migrate() {
  const file = needed(database(), "database");
  const { sqlite } = await import("db/client.server");
  sqlite.close();
  console.log(`${file} is a database of this version`);
}

function needed(path: string, what: string) {
  if (!existsSync(path)) throw new Error(`There is no ${what} at ${resolve(path)}`);
  if (!statSync(path).isFile()) throw new Error(`${path} is not a file`);
  return path;
}
