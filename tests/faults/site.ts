import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pinnedNode, ROOT, SERVER_FLAGS } from "../../scripts/bootstrap.mjs";
import { freePort } from "../support/free-port.ts";

type Prints = "pipe" | number;

export type Site = {
  url: string;
  dataDir: string;
  process: ChildProcess;
  /** From the start of the process to its first answer. */
  openedAfterMs: number;
  output: () => string;
};

/**
 * A site of its own on this folder, which prints to us or into this open file. Throws with what it printed
 * when it does not open.
 */
export async function openSite(
  dataDir: string,
  env: Record<string, string> = {},
  prints: Prints = "pipe",
): Promise<Site> {
  const started = performance.now();
  const port = await freePort();
  const site = startProcess(dataDir, { PORT: String(port), ...env }, prints);
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/healthz`).catch(() => null))) {
    if (site.process.exitCode !== null) throw new Error(site.output());
    await sleep(10);
  }
  return { ...site, url, dataDir, openedAfterMs: performance.now() - started };
}

export function startProcess(
  dataDir: string,
  env: Record<string, string> = {},
  prints: Prints = "pipe",
) {
  const child = spawn(pinnedNode(), [...SERVER_FLAGS, "server/main.ts"], {
    cwd: ROOT,
    stdio: ["ignore", prints, prints],
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATA_DIR: dataDir,
      DEMO_DATA: "none",
      OWNER_PASSWORD: "correct-horse-9",
      RATE_LIMITS: "off",
      ...env,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (output += text));
  return { process: child, output: () => output };
}

/** Ends a site by this signal; answers its exit code and how long it took. */
export async function end({ process: child }: Pick<Site, "process">, signal: NodeJS.Signals) {
  const started = performance.now();
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }
  return { code: child.exitCode, ms: performance.now() - started };
}

/** Gives a folder to the work, and removes it afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>) {
  const folder = await mkdtemp(join(tmpdir(), "zoo-faults-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
