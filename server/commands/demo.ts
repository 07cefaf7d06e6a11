import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { makeFolder } from "db/make-folder.server";
import { undoneBySignal } from "./cleanup-on-signal.ts";

/** Makes a zoo with demo data in a new folder, which gets its name only once it is complete. */
export async function demo(folder: string, program: string) {
  if (existsSync(folder)) throw new Error(`${folder} already exists: choose another name`);
  makeFolder(dirname(resolve(folder)));
  let part = "";
  const undo = () => rmSync(part, { recursive: true, force: true });
  try {
    const lines = await undoneBySignal(undo, () => {
      part = mkdtempSync(`${resolve(folder)}.part-`); // a new folder: an existing one may be somebody's
      return filled(part);
    });
    renameSync(part, folder);
    for (const line of lines) console.log(line);
    console.log(`To look around: DATA_DIR=${quoted(folder)} ${program} serve`);
  } finally {
    undo();
  }
}

/** As a shell takes it for one word. */
const quoted = (word: string) =>
  /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

async function filled(folder: string) {
  Object.assign(process.env, { DATA_DIR: folder, DEMO_DATA: "full" });
  const { openZoo } = await import("~/features/startup/startup.server");
  const lines: string[] = [];
  openZoo(undefined, undefined, (line) => lines.push(line)).close(); // told once the folder has its name
  return lines;
}
