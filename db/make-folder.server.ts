import { lstatSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder for its owner alone, and those above it; an existing one stays as it is. Node's own recursive
 * mkdir never ends where nothing can be made, as under /proc.
 */
export function makeFolder(path: string) {
  if (isThere(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!isThere(path)) throw error; // else another process was quicker
  }
}

const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
