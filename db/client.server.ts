import { mkdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { migrate } from "./migrate.server";
import * as schema from "./schema";

/** What every opening asks for. A WAL file that is opened again falls back to NORMAL unless told. */
const PRAGMAS = {
  journal_mode: "wal",
  synchronous: 2, // FULL: an order that was answered survives a power cut
  foreign_keys: 1,
  trusted_schema: 0,
  temp_store: 2,
  secure_delete: 1, // what is erased is not left in the gaps of the file
} as const;

function open() {
  const sqlite = new Database(databaseFile());
  sqlite.pragma("busy_timeout = 1500"); // first, so that switching to WAL waits its turn
  for (const [name, wanted] of Object.entries(PRAGMAS)) {
    sqlite.pragma(`${name} = ${wanted}`);
    const got: unknown = sqlite.pragma(name, { simple: true });
    if (got !== wanted && !(sqlite.memory && name === "journal_mode")) {
      throw new Error(`SQLite refused ${name} = ${wanted}: it says ${String(got)}`);
    }
  }
  migrate(sqlite);
  return { sqlite, db: drizzle(sqlite, { schema }) };
}

/** DATA_DIR holds everything that must survive; `:memory:` is for tests. */
function databaseFile() {
  const folder = process.env.DATA_DIR || "data";
  if (folder === ":memory:") return folder;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return join(folder, "zoo.db");
}

// `remix dev` imports the build again on every change; the connection outlives it.
const kept = globalThis as { zooDatabase?: ReturnType<typeof open> };
export const { sqlite, db } = (kept.zooDatabase ??= open());

type Db = typeof db;
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

/** Runs a change whole or not at all. Immediate: it waits for its turn instead of failing half way. */
export const inTransaction = <T>(change: (tx: Tx) => T): T =>
  db.transaction(change, { behavior: "immediate" });
