import * as byHand from "~/features/maintenance/backup-by-hand.server";
import { openDatabase, sqlite } from "db/connection.server";
import { assertOwnDatabase, assertSound } from "~/features/maintenance/consistency-check.server";

/** Copies the database while the site is open; without `to` as the scheduled backups. */
export async function backup(to: string | undefined) {
  if (to) await byHand.backupTo(to);
  console.log(`Backed up to ${to ?? (await byHand.backupAsScheduled())}, and checked`);
}

/** Replaces the database by a backup, or only checks the backup. `name` is what the operator calls it. */
export async function restore(from: string, { check }: { check?: true }, name = from) {
  byHand.assertFileExists(from, "backup");
  if (check) return sayWhetherSound(from, name);
  assertOwnDatabase(from);
  const before = await byHand.restoreFrom(from);
  console.log(`Restored ${name}`);
  if (before) console.log(`The old database is kept as ${before}`);
}

export const check = () => sayWhetherSound(byHand.existingDatabase());

/** Migrates the database to this version. */
export function migrate() {
  const file = byHand.existingDatabase();
  openDatabase();
  sqlite.close();
  console.log(`${file} is a database of this version`);
}

function sayWhetherSound(file: string, name = file) {
  assertSound(file, name);
  console.log(`${name} is sound`);
}
