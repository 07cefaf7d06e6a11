import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Database } from "better-sqlite3";
import { refuseUnsound } from "./backup.server";
import { forget, moveInto } from "./copy.server";
import { makeFolder } from "./make-folder.server";

const UNFINISHED = /^before-upgrade-.*\.db\.part/;

/**
 * Keeps a copy of the database for going back to the version that made it: checked, under `backups` beside it;
 * its name is returned. Throws when no sound copy can be made; then nothing is left.
 */
export function keepBeforeUpgrade(sqlite: Database, version: number, now = new Date()) {
  const folder = join(dirname(sqlite.name), "backups");
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const to = join(folder, `before-upgrade-${version}-${stamp}.db`);
  try {
    makeFolder(folder);
    forgetUnfinished(folder);
    copyAtOnce(sqlite, to);
    return to;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`no copy could be made before the upgrade: ${why}`, { cause: error });
  }
}

/** Left by starts that were killed: where one follows another, they would fill the disk before the site ever opens. */
function forgetUnfinished(folder: string) {
  for (const name of readdirSync(folder).filter((each) => UNFINISHED.test(each))) {
    rmSync(join(folder, name), { force: true });
  }
}

/** Synchronous, unlike `backUp`: the event loop does not turn while a module opens the database on import. */
function copyAtOnce(sqlite: Database, to: string) {
  const part = `${to}.part`;
  try {
    writeFileSync(part, "", { mode: 0o600 });
    sqlite.prepare("VACUUM INTO ?").run(part);
    refuseUnsound(part, "the copy");
    moveInto(part, to);
  } finally {
    forget(part);
  }
}
