import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "../../scripts/bootstrap.mjs";

const SOURCE = join(ROOT, "tests/faults/disk.c");
const CARELESS = pathToFileURL(join(ROOT, "tests/faults/weak-sync.mjs")).href;

/** The disk that can fail, built into this folder; nothing where there is no C compiler. */
export function faultyDisk(folder: string) {
  if (spawnSync("gcc", ["--version"]).status !== 0) return undefined;
  const library = join(folder, "disk.so");
  execFileSync("gcc", ["-shared", "-fPIC", "-O2", "-o", library, SOURCE, "-ldl"]);
  return library;
}

/** Settings of a site that syncs less than it should, and believes otherwise. */
export const carelessly = { NODE_OPTIONS: `--import=${CARELESS}` };

/** Gives a small disk of so many megabytes to the work; nothing where that needs rights we lack. */
export async function withSmallDisk<T>(folder: string, megabytes: number, work: () => Promise<T>) {
  const options = ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0700`, "zoo-faults", folder];
  if (spawnSync("mount", options).status !== 0) return undefined;
  try {
    return await work();
  } finally {
    execFileSync("umount", ["-l", folder]);
  }
}
