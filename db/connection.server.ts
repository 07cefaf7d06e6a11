import { chmodSync, closeSync, existsSync, openSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { drizzle, type BetterSQLite3Database } from "drizzle-orm/better-sqlite3";
import { dataDir } from "./data-dir";
import { ensurePrivateDir } from "./ensure-private-dir.server";
import { foldText, hasTerms } from "../app/lib/text/search-text";
import { migrate } from "./migrate.server";
import { print } from "./print.server";
import { acquireLock } from "./process-lock.server";
import * as schema from "./schema";
import { hasStandby } from "./standby.server";
import { withStatementCache } from "./statement-cache.server";
import { isPermanent } from "./write-error.server";

const PRAGMAS = {
  journal_mode: "wal",
  synchronous: 2, // FULL, not the default of WAL: a confirmed order survives a power cut
  foreign_keys: 1,
  trusted_schema: 0,
  temp_store: 2,
  cache_size: -16 * 1024, // KB; twice as much makes no page faster, even with a million orders
  secure_delete: 1, // deleted personal data must not remain in free pages
  journal_size_limit: 8 * 1024 * 1024,
} as const;

/** How long a write waits for another process's lock. It blocks the event loop meanwhile. */
const BUSY_TIMEOUT_MS = 500;

/** The database cannot be opened: one line that names DATA_DIR and the reason. */
class DatabaseOpenError extends Error {
  override name = "DatabaseOpenError";
}

/** How the commands are called; server/sea-main.ts sets `zooUrl` in the executable. */
export const CLI_COMMAND = "zooUrl" in globalThis ? process.argv0 : "npm run zoo --";

/** Wraps the reason why the database cannot be opened; for damage it adds how to restore a backup. */
export function toOpenError(error: unknown) {
  const why = error instanceof Error ? error.message : String(error);
  const help = isPermanent(error) ? `; to restore a backup: ${CLI_COMMAND} restore FILE` : "";
  const line = `The database in DATA_DIR (${dataDir()}) cannot be opened: ${why}${help}`;
  return new DatabaseOpenError(line, { cause: error });
}

type Db = BetterSQLite3Database<typeof schema>;
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];
/** For functions that only read, inside a transaction or outside one. */
export type Reader = Tx | Db;

type Connection = { sqlite: Database.Database; db: Db; lock?: Database.Database };

/** Survives a second load of this module, as when `remix dev` reloads the build. */
const globalForDb = globalThis as { zooDatabase?: Connection };

/** The connection of this process: undefined until `openDatabase` has returned. */
export let sqlite = globalForDb.zooDatabase?.sqlite as Database.Database;
export let db = globalForDb.zooDatabase?.db as Db;

/**
 * Opens the database in DATA_DIR, creates or migrates it, and locks the folder for this process. Does nothing when
 * it is open already. `isExclusive: false` works beside a running site. Throws DatabaseOpenError.
 */
export function openDatabase({
  isExclusive = process.env.ONE_WRITER?.trim() !== "off",
}: { isExclusive?: boolean } = {}) {
  ({ sqlite, db } = globalForDb.zooDatabase ??= connect(dataDir(), isExclusive));
}

function connect(folder: string, isExclusive: boolean): Connection {
  try {
    return { lock: lockDataDir(folder, isExclusive), ...openFile(databaseFile(folder)) };
  } catch (error) {
    throw toOpenError(error);
  }
}

function openFile(file: string) {
  if (file !== ":memory:") restrictPermissions(file);
  const connection = new Database(file);
  connection.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`); // first: switching to WAL may have to wait
  for (const [name, wanted] of Object.entries(PRAGMAS)) {
    connection.pragma(`${name} = ${wanted}`);
    const actual: unknown = connection.pragma(name, { simple: true });
    if (actual !== wanted && !(connection.memory && name === "journal_mode")) {
      throw new Error(`SQLite refused ${name} = ${wanted}: it says ${String(actual)}`);
    }
  }
  // Two processes that checkpoint at once could meet SQLite's WAL-reset bug, which older Litestreams contain.
  if (hasStandby()) connection.pragma("wal_autocheckpoint = 0");
  connection.function("fold_text", { deterministic: true }, foldText);
  // A number comes back faster than a text.
  connection.function("has_terms", { deterministic: true }, (text: string, terms: string) =>
    Number(hasTerms(text, terms)),
  );
  migrate(connection, printBackupPath);
  return { sqlite: connection, db: drizzle(withStatementCache(connection), { schema }) };
}

/** Printed at once, because the start may fail before the site is open. */
const printBackupPath = (copy: string) =>
  print(`The database will be upgraded to this version; a copy of the old one is kept as ${copy}`);

/** Before this process opens the file: closing a handle releases its locks. Throws when it is not writable. */
function restrictPermissions(file: string) {
  closeSync(openSync(file, "a", 0o600));
  for (const each of [file, `${file}-wal`, `${file}-shm`].filter((name) => existsSync(name))) {
    const { uid, mode } = statSync(each);
    if (uid === process.geteuid?.() && mode & 0o077) chmodSync(each, 0o600);
  }
}

/** `:memory:` is for tests. */
const databaseFile = (folder: string) => (folder === ":memory:" ? folder : join(folder, "zoo.db"));

function lockDataDir(folder: string, isExclusive: boolean) {
  if (folder === ":memory:") return undefined;
  ensurePrivateDir(folder);
  return isExclusive ? acquireLock(folder) : undefined;
}
