import { spawnSync } from "node:child_process";
import { pinnedNode, ROOT } from "../../../scripts/bootstrap.mjs";

/** Makes dist/zoo-verse if need be, once before all tests of it, and returns what that printed. */
export function makeExecutable() {
  const made = spawnSync(pinnedNode(), ["scripts/package.mjs"], { cwd: ROOT, encoding: "utf8" });
  if (made.status !== 0) throw new Error(made.stdout + made.stderr);
  return made.stdout;
}

export const setup = () => void makeExecutable();
