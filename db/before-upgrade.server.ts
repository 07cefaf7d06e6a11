import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Database } from "better-sqlite3";
import { refuseUnsound } from "./backup.server";
import { forget, moveInto } from "./copy.server";
import { makeFolder } from "./make-folder.server";

/**
 * Keeps a database as it is, for the way back to the version that made it: a checked copy under `backups`
 * beside it, whose name is answered. Throws when there is no sound copy to be had; then nothing is left.
 */
export function keepBeforeUpgrade(sqlite: Database, version: number, now = new Date()) {
  const folder = join(dirname(sqlite.name), "backups");
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const to = join(folder, `before-upgrade-${version}-${stamp}.db`);
  try {
    makeFolder(folder);
    copyAtOnce(sqlite, to);
    return to;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`no copy could be made before the upgrade: ${why}`, { cause: error });
  }
}

/** `backUp` takes turns of the event loop, which whoever opens a database at its import does not have. */
function copyAtOnce(sqlite: Database, to: string) {
  const part = `${to}.part`;
  try {
    forget(part);
    writeFileSync(part, "", { mode: 0o600 });
    sqlite.prepare("VACUUM INTO ?").run(part);
    refuseUnsound(part, "the copy");
    moveInto(part, to);
  } finally {
    forget(part);
  }
}
