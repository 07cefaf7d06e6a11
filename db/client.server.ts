import { chmodSync, closeSync, existsSync, openSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { compileOnce } from "./compile-once.server";
import { dataFolder } from "./data-folder";
import { makeFolder } from "./make-folder.server";
import { migrate } from "./migrate.server";
import { isLasting } from "./not-written.server";
import { holdFolder } from "./one-writer.server";
import { say } from "./say.server";
import * as schema from "./schema";

/** The settings of every connection. A WAL file that is opened again falls back to NORMAL unless told. */
const PRAGMAS = {
  journal_mode: "wal",
  synchronous: 2, // FULL: an order that was answered survives a power cut
  foreign_keys: 1,
  trusted_schema: 0,
  temp_store: 2,
  cache_size: -32 * 1024, // KB: what a large zoo's screens read again and again
  secure_delete: 1, // what is erased is not left in the gaps of the file
  journal_size_limit: 8 * 1024 * 1024, // the room that one large change took is given back
} as const;

/** For how long a change waits while another process writes. Everybody else waits with it. */
export const PATIENCE_MS = 1_500;

/** The database cannot be used: one line that names the file and says why. */
class CannotOpen extends Error {
  override name = "CannotOpen";
}

const folder = dataFolder();

/** How the commands are called; server/packed.ts sets `zooUrl` in the one file. */
export const PROGRAM = "zooUrl" in globalThis ? process.argv0 : "npm run zoo --";

/** One line: why the zoo cannot open, and what helps against damage. */
export function cannotOpen(error: unknown) {
  const why = error instanceof Error ? error.message : String(error);
  const help = isLasting(error) ? `; to restore a backup: ${PROGRAM} restore FILE` : "";
  const line = `The database in DATA_DIR (${folder}) cannot be opened: ${why}${help}`;
  return new CannotOpen(line, { cause: error });
}

function open() {
  try {
    return { lock: lockOn(folder), ...connect(databaseFile(folder)) };
  } catch (error) {
    throw cannotOpen(error);
  }
}

function connect(file: string) {
  if (file !== ":memory:") closeToOthers(file);
  const sqlite = new Database(file);
  sqlite.pragma(`busy_timeout = ${PATIENCE_MS}`); // first, so that switching to WAL waits its turn
  for (const [name, wanted] of Object.entries(PRAGMAS)) {
    sqlite.pragma(`${name} = ${wanted}`);
    const got: unknown = sqlite.pragma(name, { simple: true });
    if (got !== wanted && !(sqlite.memory && name === "journal_mode")) {
      throw new Error(`SQLite refused ${name} = ${wanted}: it says ${String(got)}`);
    }
  }
  migrate(sqlite, sayKept);
  return { sqlite, db: drizzle(compileOnce(sqlite), { schema }) };
}

/** The way back, named even where the start ends before the site is open. */
const sayKept = (copy: string) =>
  say(`The database will be upgraded to this version; a copy of the old one is kept as ${copy}`);

/**
 * Makes the database files readable for their owner alone, which SQLite would not. Throws when the file cannot be
 * written, which SQLite would only report at the first change. Nobody in this process may have it open yet:
 * closing a file releases the locks on it.
 */
function closeToOthers(file: string) {
  closeSync(openSync(file, "a", 0o600));
  for (const each of [file, `${file}-wal`, `${file}-shm`].filter((name) => existsSync(name))) {
    const { uid, mode } = statSync(each);
    if (uid === process.geteuid?.() && mode & 0o077) chmodSync(each, 0o600);
  }
}

/** DATA_DIR holds everything that must survive; `:memory:` is for tests. */
const databaseFile = (folder: string) => (folder === ":memory:" ? folder : join(folder, "zoo.db"));

/** Claims the folder for this process; a database in memory needs no claim. */
function lockOn(folder: string) {
  if (folder === ":memory:") return undefined;
  makeFolder(folder);
  return process.env.ONE_WRITER?.trim() === "off" ? undefined : holdFolder(folder);
}

// `remix dev` imports the build again on every change; the connection outlives it.
const kept = globalThis as { zooDatabase?: ReturnType<typeof open> };
export const { sqlite, db } = (kept.zooDatabase ??= open());

type Db = typeof db;
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];
/** For functions that only read, inside a transaction or outside one. */
export type Reader = Tx | Db;

/** From now on every change is refused, until a restart. */
export const stopWriting = () => void sqlite.pragma("query_only = 1");

/** False since a disk failed under a change, or the file was found damaged. */
export const takesWrites = () => sqlite.pragma("query_only", { simple: true }) === 0;
