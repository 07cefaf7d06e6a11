import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { ensurePrivateDir } from "db/ensure-private-dir.server";
import { withCleanupOnSignal } from "./cleanup-on-signal.ts";

/** Makes a zoo with demo data in a new folder, which gets its name only once it is complete. */
export async function demo(folder: string, program: string) {
  if (existsSync(folder)) throw new Error(`${folder} already exists: choose another name`);
  ensurePrivateDir(dirname(resolve(folder)));
  let part = "";
  const undo = () => rmSync(part, { recursive: true, force: true });
  try {
    const lines = await withCleanupOnSignal(undo, () => {
      part = mkdtempSync(`${resolve(folder)}.part-`); // never an existing folder
      return seedDemoZoo(part);
    });
    renameSync(part, folder);
    for (const line of lines) console.log(line);
    console.log(`To look around: DATA_DIR=${quoted(folder)} ${program} serve`);
  } finally {
    undo();
  }
}

/** As a shell takes it for one word. */
const quoted = (text: string) =>
  /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

async function seedDemoZoo(folder: string) {
  Object.assign(process.env, { DATA_DIR: folder, DEMO_DATA: "full" });
  const { openDatabase } = await import("db/connection.server");
  const { closeDatabase, prepareDatabase } = await import("~/features/startup/startup.server");
  const { setProcessTimeZone } = await import("~/lib/time-zone.server");
  const lines: string[] = [];
  setProcessTimeZone();
  openDatabase();
  prepareDatabase((line) => lines.push(line)); // printed once the folder has its name
  closeDatabase();
  return lines;
}
