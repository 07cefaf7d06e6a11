import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../../scripts/bootstrap.mjs";

/** The guard of docs/standby.md on a machine with this folder. Answers whether the site may start there. */
export function mayStart(dataDir: string, publicUrl: string) {
  const docs = readFileSync(join(ROOT, "docs/standby.md"), "utf8");
  const [, script = "exit 2"] = /```sh\n([^`]+)```/.exec(docs) ?? [];
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, "zoo-fence");
  writeFileSync(file, script);
  const env = { ...process.env, DATA_DIR: dataDir, PUBLIC_URL: publicUrl };
  return spawnSync("sh", [file], { env }).status === 0;
}
