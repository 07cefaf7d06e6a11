import { existsSync } from "node:fs";
import { resolve } from "node:path";
import Database from "better-sqlite3";
import { openDatabase } from "db/connection.server";
import { databaseFile } from "db/data-dir";
import { LATEST_VERSION, schemaVersion } from "db/migrate.server";

/** How the commands open the database, perhaps beside a running site. */

/** Opens the database. Throws where there is none, or one of another version. */
export async function openZoo() {
  assertZoo();
  await openBesideSite();
}

/** Throws where there is no database, or one of another version. */
export function assertZoo() {
  const file = databaseFile();
  if (!existsSync(file)) throw new Error(`There is no database at ${resolve(file)}`);
  assertMigrated();
}

/** Opens the database, a new one where there is none. */
export async function openBesideSite() {
  const { setProcessTimeZone } = await import("~/lib/time-zone.server"); // an invalid setting creates no database
  setProcessTimeZone();
  openDatabase({ isExclusive: false }); // each request reads accounts afresh
}

/** Only the site itself may migrate the database of an older version. */
export function assertMigrated() {
  const file = databaseFile();
  if (!existsSync(file)) return;
  const sqlite = new Database(file, { readonly: true });
  const version = schemaVersion(sqlite);
  sqlite.close();
  const help = "stop the site and run the migrate command first";
  if (version < LATEST_VERSION) throw new Error(`${file} is from an older version: ${help}`);
}
