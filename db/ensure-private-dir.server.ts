import { lstatSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** With mode 0700. Node's recursive mkdir never returns where none can be created, as under /proc. */
export function ensurePrivateDir(path: string) {
  if (exists(path)) return;
  ensurePrivateDir(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!exists(path)) throw error; // else another process has created it
  }
}

const exists = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
