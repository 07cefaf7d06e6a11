import { rmSync } from "node:fs";
import Database from "better-sqlite3";
import { keepBeforeUpgrade } from "./before-upgrade.server";
import initial from "./migrations/0001_initial.sql";
import reports from "./migrations/0002_reports.sql";
import growth from "./migrations/0003_growth.sql";
import mail from "./migrations/0004_mail.sql";
import gate from "./migrations/0005_gate.sql";
import capacity from "./migrations/0006_capacity.sql";
import lists from "./migrations/0007_lists.sql";
import allDays from "./migrations/0008_all_days.sql";
import closedAtGate from "./migrations/0009_closed_at_gate.sql";
import rewrittenWords from "./migrations/0010_rewritten_words.sql";
import owed from "./migrations/0011_owed.sql";
import { isLasting } from "./not-written.server";

/** In order; an applied one is never edited. Its place in this list is its number. */
const MIGRATIONS = [
  initial,
  reports,
  growth,
  mail,
  gate,
  capacity,
  lists,
  allDays,
  closedAtGate,
  rewrittenWords,
  owed,
];

/** How many migrations a database of this version has had. */
export const NEWEST = MIGRATIONS.length;

const NEWER = "it was made by a newer version of Zoo Verse";

/**
 * Brings the file to the newest schema, whole or not at all. `user_version` counts the migrations. An older
 * database is copied first, and the copy's name told before anything is changed. Throws for a database of a newer
 * version, and when the upgrade fails.
 */
export function migrate(sqlite: Database.Database, told: (copy: string) => void = () => {}) {
  const found = versionOf(sqlite);
  if (found > NEWEST) throw new Error(NEWER);
  if (found === NEWEST) return;

  const copy = found > 0 ? keepBeforeUpgrade(sqlite, found) : undefined;
  if (copy) told(copy);
  const upgrade = sqlite.transaction(() => {
    // Another process may have gone ahead while we waited for the lock.
    for (const sql of MIGRATIONS.slice(versionOf(sqlite))) sqlite.exec(sql);
    sqlite.pragma(`user_version = ${NEWEST}`);
  });
  try {
    upgrade.immediate();
  } catch (error) {
    throw copy ? undone(error, copy) : error;
  }
}

/**
 * Nothing was changed, so the copy is removed: on a full disk it would take the room in which the older version goes
 * on. Where the disk itself failed, it stays.
 */
function undone(error: unknown, copy: string) {
  if (isLasting(error)) return error;
  rmSync(copy, { force: true });
  const why = error instanceof Error ? error.message : String(error);
  return new Error(`the upgrade failed, which changed nothing, and the copy is removed: ${why}`, {
    cause: error,
  });
}

/** The migrations that a database has had; 0 for a new file. */
export const versionOf = (sqlite: Database.Database) =>
  sqlite.pragma("user_version", { simple: true }) as number;

/** Why a database is not a zoo of this version or an older one, in words; an empty list when it is. */
export function foreignTo(sqlite: Database.Database): string[] {
  const version = versionOf(sqlite);
  if (version > NEWEST) return [NEWER];
  const fresh = new Database(":memory:");
  for (const sql of MIGRATIONS.slice(0, version)) fresh.exec(sql);
  const present = new Set(tablesOf(sqlite));
  const missing = tablesOf(fresh).filter((table) => !present.has(table));
  fresh.close();
  return missing.length > 0 ? [`it has no ${missing.join(", ")}`] : [];
}

const tablesOf = (sqlite: Database.Database) =>
  sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[];
