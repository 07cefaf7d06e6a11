import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { setImmediate as immediate } from "node:timers/promises";
import { onExit } from "signal-exit";
import { ensurePrivateDir } from "db/ensure-private-dir.server";

/**
 * Makes a zoo with demo data in a new folder, which gets its name only once it is complete. Returns what a first start
 * prints. Throws where the folder exists.
 */
export async function createDemoZoo(folder: string) {
  if (existsSync(folder)) throw new Error(`${folder} already exists: choose another name`);
  ensurePrivateDir(dirname(resolve(folder)));
  let part = "";
  onExit(() => rmSync(part, { recursive: true, force: true }));
  part = mkdtempSync(`${resolve(folder)}.part-`); // never an existing folder
  const lines = await seed(part);
  // Signals are handled only when the event loop turns, which seeding has prevented.
  await immediate();
  await immediate(); // the first runs before signals are polled
  renameSync(part, folder);
  return lines;
}

/** Of the process, which must not have read its settings yet. */
async function seed(folder: string) {
  Object.assign(process.env, { DATA_DIR: folder, DEMO_DATA: "full" });
  const { openDatabase } = await import("db/connection.server");
  const { closeDatabase, prepareDatabase } = await import("./startup.server");
  const { setProcessTimeZone } = await import("~/lib/time-zone.server");
  const lines: string[] = [];
  setProcessTimeZone();
  openDatabase();
  prepareDatabase((line) => lines.push(line)); // printed once the folder has its name
  closeDatabase();
  return lines;
}
