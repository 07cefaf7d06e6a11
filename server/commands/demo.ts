import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { makeFolder } from "db/make-folder.server";
import { undoneBySignal } from "./undone.ts";

/** Makes a zoo with demo data in a new folder, which has its name only when it is whole. */
export async function demo(folder: string, program: string) {
  if (existsSync(folder)) throw new Error(`${folder} already exists: choose another name`);
  const part = `${resolve(folder)}.part`;
  const undo = () => rmSync(part, { recursive: true, force: true });
  undo();
  try {
    const lines = await undoneBySignal(undo, () => filled(part));
    renameSync(part, folder);
    for (const line of lines) console.log(line);
    console.log(`To look around: DATA_DIR=${folder} ${program} serve`);
  } finally {
    undo();
  }
}

async function filled(folder: string) {
  makeFolder(dirname(folder));
  Object.assign(process.env, { DATA_DIR: folder, DEMO_DATA: "full" });
  const { openZoo } = await import("~/domain/opening.server");
  const lines: string[] = [];
  openZoo(undefined, undefined, (line) => lines.push(line)).close(); // told once the folder has its name
  return lines;
}
