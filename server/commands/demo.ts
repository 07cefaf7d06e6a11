import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { setImmediate as immediate } from "node:timers/promises";
import { onExit } from "signal-exit";
import { ensurePrivateDir } from "db/ensure-private-dir.server";

/** Makes a zoo with demo data in a new folder, which gets its name only once it is complete. */
export async function demo(folder: string, program: string) {
  if (existsSync(folder)) throw new Error(`${folder} already exists: choose another name`);
  ensurePrivateDir(dirname(resolve(folder)));
  let part = "";
  onExit(() => rmSync(part, { recursive: true, force: true }));
  part = mkdtempSync(`${resolve(folder)}.part-`); // never an existing folder
  Object.assign(process.env, { DATA_DIR: part, DEMO_DATA: "full" });
  const lines = (await import("~/features/startup/demo-zoo.server")).seedDemoZoo();
  // Signals are handled only when the event loop turns, which seeding has prevented.
  await immediate();
  await immediate(); // the first runs before signals are polled
  renameSync(part, folder);
  for (const line of lines) console.log(line);
  const quoted = folder.replaceAll("'", "'\\''"); // for a shell
  console.log(`To look around: DATA_DIR='${quoted}' ${program} serve`);
}
