import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "../../../scripts/bootstrap.mjs";
import { databaseOf } from "../bookings.ts";

/** Of an optional package: npm has it for this platform alone. */
const PROGRAM = join(ROOT, "node_modules/@flydotio/litestream-linux-x64/litestream");

export const hasLitestream = () => existsSync(PROGRAM);

/** Ended like a site. */
type Copying = { process: ChildProcess };

/** The settings of docs/standby.md, with other paths and what `changed` says. */
function settingsFor(dataDir: string, replica: string, changed: Record<string, string>) {
  const docs = readFileSync(join(ROOT, "docs/standby.md"), "utf8");
  const [, settings = ""] = /```yaml\n([^`]+)```/.exec(docs) ?? [];
  const all = { path: databaseOf(dataDir), url: `file://${replica}`, ...changed };
  return Object.entries(all).reduce(
    (text, [name, value]) => text.replace(new RegExp(`(\\b${name}: ).*`), `$1${value}`),
    settings.replace(/ *key-path:.*\n/, ""),
  );
}

export const urlOf = (replica: string) => `file://${replica}`;

/** Copies this site into the folder `replica` from now on; returns once the first copy is complete. */
export async function startCopying(
  dataDir: string,
  replica: string,
  changed: Record<string, string> = {},
): Promise<Copying> {
  const config = `${replica}.yml`;
  writeFileSync(config, settingsFor(dataDir, replica, changed));
  const child = spawn(PROGRAM, ["replicate", "-config", config]);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text) => (output += String(text)));
  while (!output.includes("snapshot written")) {
    if (child.exitCode !== null) throw new Error(output);
    await sleep(20);
  }
  return { process: child };
}

/** Throws with what it printed when it fails. */
export function litestream(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(PROGRAM, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`litestream ${args[0]}: ${stdout}${stderr}`);
  return stdout;
}
