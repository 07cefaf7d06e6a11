import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Database } from "better-sqlite3";
import { assertConsistent } from "./backup.server";
import { deleteDatabaseFiles, renameDurably } from "./online-copy.server";
import { ensurePrivateDir } from "./ensure-private-dir.server";

const UNFINISHED = /^before-upgrade-.*\.db\.part/;

/** Creates a verified copy in DATA_DIR/backups, for a downgrade, and returns its path. Throws, and leaves nothing, on failure. */
export function createPreMigrationBackup(sqlite: Database, version: number, now = new Date()) {
  const folder = join(dirname(sqlite.name), "backups");
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const to = join(folder, `before-upgrade-${version}-${stamp}.db`);
  try {
    ensurePrivateDir(folder);
    deletePartialBackups(folder);
    vacuumInto(sqlite, to);
    return to;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`no copy could be made before the upgrade: ${why}`, { cause: error });
  }
}

/** Of killed starts: repeated ones would fill the disk. */
function deletePartialBackups(folder: string) {
  for (const name of readdirSync(folder).filter((each) => UNFINISHED.test(each))) {
    rmSync(join(folder, name), { force: true });
  }
}

/** Synchronous, unlike `createBackup`, because opening the database is. */
function vacuumInto(sqlite: Database, to: string) {
  const part = `${to}.part`;
  try {
    writeFileSync(part, "", { mode: 0o600 });
    sqlite.prepare("VACUUM INTO ?").run(part);
    assertConsistent(part, "the copy");
    renameDurably(part, to);
  } finally {
    deleteDatabaseFiles(part);
  }
}
