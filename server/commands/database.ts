import {
  assertFileExists,
  backupAsScheduled,
  backupTo,
  existingDatabase,
  restoreFrom,
} from "~/features/maintenance/backup-by-hand.server";
import { openDatabase, sqlite } from "db/connection.server";
import {
  assertOwnDatabase,
  findInconsistencies,
} from "~/features/maintenance/consistency-check.server";

/** Copies the database while the site is open; without `to` as the scheduled backups. */
export async function backup(to: string | undefined) {
  if (to) await backupTo(to);
  console.log(`Backed up to ${to ?? (await backupAsScheduled())}, and checked`);
}

/** Replaces the database by a backup, or only checks the backup. `name` is what the operator calls it. */
export async function restore(from: string, { check }: { check?: true }, name = from) {
  assertFileExists(from, "backup");
  if (check) return assertSound(from, name);
  assertOwnDatabase(from);
  const before = await restoreFrom(from);
  console.log(`Restored ${name}`);
  if (before) console.log(`The old database is kept as ${before}`);
}

/** Checks the database. */
export const check = () => assertSound(existingDatabase());

/** Migrates the database to this version. */
export function migrate() {
  const file = existingDatabase();
  openDatabase();
  sqlite.close();
  console.log(`${file} is a database of this version`);
}

function assertSound(file: string, name = file) {
  const problems = findInconsistencies(file);
  if (problems.length > 0) throw new Error(problems.map((each) => `${name}: ${each}`).join("\n"));
  console.log(`${name} is sound`);
}
