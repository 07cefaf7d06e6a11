import { rmSync } from "node:fs";
import Database from "better-sqlite3";
import { createPreMigrationBackup } from "./pre-migration-backup.server";
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
import noEnumChecks from "./migrations/0012_no_enum_checks.sql";
import standardNames from "./migrations/0013_standard_names.sql";
import searchColumns from "./migrations/0014_search_columns.sql";
import linkVersion from "./migrations/0015_link_version.sql";
import unpaidLimits from "./migrations/0016_unpaid_limits.sql";
import foldedSearch from "./migrations/0017_folded_search.sql";
import peopleInside from "./migrations/0018_people_inside.sql";
import foldedNames from "./migrations/0019_folded_names.sql";
import tariff from "./migrations/0020_tariff.sql";
import publicReason from "./migrations/0021_public_reason.sql";
import payments from "./migrations/0022_payments.sql";
import rights from "./migrations/0023_rights.sql";
import shifts from "./migrations/0024_shifts.sql";
import partyCodes from "./migrations/0025_party_codes.sql";
import counter from "./migrations/0026_counter.sql";
import emergencySlips from "./migrations/0027_emergency_slips.sql";
import groups from "./migrations/0028_groups.sql";
import secondFactor from "./migrations/0029_second_factor.sql";
import gateDevices from "./migrations/0030_gate_devices.sql";
import webhooks from "./migrations/0031_webhooks.sql";
import salesByStatus from "./migrations/0032_sales_by_status.sql";
import { isPermanent } from "./write-error.server";

export type Migration = {
  sql: string;
  /** Tables in which it inserts or deletes rows, or which it drops. All others must have as many rows as before. */
  changesRows?: readonly string[];
  renames?: Readonly<Record<string, string>>;
};

/** In order; an applied one is never edited. The place in this list is the schema version. */
export const MIGRATIONS: readonly Migration[] = [
  { sql: initial },
  { sql: reports },
  { sql: growth },
  { sql: mail },
  { sql: gate },
  { sql: capacity, changesRows: ["held_places"] },
  { sql: lists, changesRows: ["stale_order_words", "settings"] },
  { sql: allDays },
  { sql: closedAtGate },
  { sql: rewrittenWords },
  { sql: owed },
  { sql: noEnumChecks },
  {
    sql: standardNames,
    renames: {
      held_places: "slot_occupancy",
      stale_order_words: "order_search_queue",
      words_to_rewrite: "search_purge_queue",
      sales_of_all_days: "sales_totals",
      dated_capacity: "capacity_overrides",
      weekly_capacity: "weekday_capacity",
    },
  },
  {
    sql: searchColumns,
    changesRows: ["order_search_queue", "search_purge_queue", "settings", "sales_totals"],
  },
  { sql: linkVersion },
  { sql: unpaidLimits },
  { sql: foldedSearch },
  { sql: peopleInside },
  { sql: foldedNames },
  { sql: tariff },
  { sql: publicReason },
  { sql: payments },
  { sql: rights },
  { sql: shifts },
  { sql: partyCodes },
  { sql: counter },
  { sql: emergencySlips },
  { sql: groups },
  { sql: secondFactor },
  { sql: gateDevices },
  { sql: webhooks },
  { sql: salesByStatus },
];

export const LATEST_VERSION = MIGRATIONS.length;

const NEWER_VERSION_ERROR = "it was made by a newer version of Zoo Verse";

/** In one transaction, after a backup of an older database. Throws for a newer one, and when it fails. */
export function migrate(
  sqlite: Database.Database,
  onBackup: (file: string) => void = () => {},
  migrations = MIGRATIONS,
) {
  const version = schemaVersion(sqlite);
  if (version > migrations.length) throw new Error(NEWER_VERSION_ERROR);
  if (version === migrations.length) return;

  const copy = version > 0 ? createPreMigrationBackup(sqlite, version) : undefined;
  if (copy) onBackup(copy);
  const upgrade = sqlite.transaction(() => {
    applyPending(sqlite, migrations);
    checkForeignKeys(sqlite);
  });
  try {
    withoutForeignKeys(sqlite, () => upgrade.immediate());
  } catch (error) {
    throw copy ? rollbackError(error, copy) : error;
  }
}

/** With foreign keys, DROP TABLE in a table rebuild deletes the referring rows. SQLite ignores the pragma in a transaction. */
function withoutForeignKeys(sqlite: Database.Database, run: () => void) {
  if (sqlite.inTransaction) throw new Error("a migration cannot run inside a transaction");
  sqlite.pragma("foreign_keys = OFF");
  try {
    run();
  } finally {
    sqlite.pragma("foreign_keys = ON");
  }
}

function applyPending(sqlite: Database.Database, migrations: readonly Migration[]) {
  // Another process may have upgraded the database while this one waited for the lock.
  const version = schemaVersion(sqlite);
  if (version > migrations.length) throw new Error(NEWER_VERSION_ERROR);
  let before = contentsOf(sqlite);
  for (const [at, migration] of migrations.slice(version).entries()) {
    sqlite.exec(migration.sql);
    const after = contentsOf(sqlite);
    for (const problem of lossesOf(migration, before, after)) {
      throw new Error(`migration ${version + at + 1} ${problem}`);
    }
    before = after;
  }
  sqlite.pragma(`user_version = ${migrations.length}`);
}

type Contents = Record<"rows" | "counters", Map<string, number>>;

function contentsOf(sqlite: Database.Database): Contents {
  const rows = userTables(sqlite).map((table) => {
    const count = sqlite.prepare(`SELECT count(*) FROM "${table}"`).pluck().get();
    return [table, count as number] as const;
  });
  const counted = tablesOf(sqlite).includes("sqlite_sequence");
  const counters = counted
    ? sqlite.prepare("SELECT name, seq FROM sqlite_sequence").raw().all()
    : [];
  return { rows: new Map(rows), counters: new Map(counters as [string, number][]) };
}

function lossesOf(
  { changesRows = [], renames = {} }: Migration,
  before: Contents,
  after: Contents,
) {
  const rowChanges = [...before.rows]
    .filter(([table]) => !changesRows.includes(table))
    .map(([table, rows]) => ({ table, rows, now: after.rows.get(renames[table] ?? table) }))
    .filter(({ rows, now }) => now !== rows)
    .map(({ table, rows, now }) =>
      now === undefined
        ? `drops the table ${table}`
        : `changes the number of rows in ${table} from ${rows} to ${now}`,
    );
  const lowered = [...before.counters]
    .map(([table, counter]) => ({ table, name: renames[table] ?? table, counter }))
    .filter(({ name }) => after.rows.has(name))
    .filter(({ name, counter }) => (after.counters.get(name) ?? 0) < counter)
    .map(({ table }) => `lowers the AUTOINCREMENT counter of ${table}`);
  return [...rowChanges, ...lowered];
}

function checkForeignKeys(sqlite: Database.Database) {
  const dangling = sqlite.pragma("foreign_key_check") as { table: string; parent: string }[];
  const [first] = dangling;
  if (!first) return;
  throw new Error(
    `${dangling.length} rows violate a foreign key, the first in ${first.table} to ${first.parent}`,
  );
}

/** The copy is removed, because nothing was changed and it may have filled the disk; after a disk failure it stays. */
function rollbackError(error: unknown, copy: string) {
  if (isPermanent(error)) return error;
  rmSync(copy, { force: true });
  const why = error instanceof Error ? error.message : String(error);
  return new Error(`the upgrade failed, which changed nothing, and the copy is removed: ${why}`, {
    cause: error,
  });
}

/** The migrations that a database has had; 0 for a new file. */
export const schemaVersion = (sqlite: Database.Database) =>
  sqlite.pragma("user_version", { simple: true }) as number;

/** Why a database is not one of this version or an older one, as text for the operator; empty when it is. */
export function schemaMismatches(sqlite: Database.Database): string[] {
  const version = schemaVersion(sqlite);
  if (version > LATEST_VERSION) return [NEWER_VERSION_ERROR];
  const fresh = new Database(":memory:");
  for (const { sql } of MIGRATIONS.slice(0, version)) fresh.exec(sql);
  const present = new Set(tablesOf(sqlite));
  const missing = tablesOf(fresh).filter((table) => !present.has(table));
  fresh.close();
  return missing.length > 0 ? [`it has no ${missing.join(", ")}`] : [];
}

const tablesOf = (sqlite: Database.Database) =>
  sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[];

/** Without SQLite's own tables and those of a search index. */
const userTables = (sqlite: Database.Database) =>
  sqlite
    .prepare(
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'`,
    )
    .pluck()
    .all() as string[];
