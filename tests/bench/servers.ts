import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { MALLOC_ENV, pinnedNode, ROOT, SERVER_FLAGS } from "../../scripts/bootstrap.mjs";
import { freePort } from "../support/free-port.ts";

export type Server = { url: string; pid: number; process: ChildProcess; openedAfterMs: number };

type Start = {
  command?: string;
  args: string[];
  folder: string;
  env?: Record<string, string>;
  port?: number;
  /** Where it answers 200 when it is open. */
  health?: string;
};

export const OWNER = { email: "owner@zoo.test", password: "correct-horse-9" };

/** Room for as many orders as a bench can place. */
const ROOM = 1_000_000_000;

/** Starts a server and waits for its first 200; what it prints goes to a file, as in deployment. */
export async function startServer({ command, args, folder, env = {}, port, health = "/" }: Start) {
  port ??= await freePort();
  const log = openSync(join(folder, "server.log"), "a");
  const started = performance.now();
  const child = spawn(command ?? pinnedNode(), args, {
    cwd: ROOT,
    stdio: ["ignore", log, log],
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      DATA_DIR: folder,
      OWNER_EMAIL: OWNER.email,
      OWNER_PASSWORD: OWNER.password,
      RATE_LIMITS: "off",
      BACKUP_HOURS: "0",
      LOG_FORMAT: "json",
      ...env,
    },
  });
  closeSync(log);
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${args.join(" ")} ended; see ${folder}`);
    if (await isOpen(url + health)) break;
    await sleep(2);
  }
  const openedAfterMs = performance.now() - started;
  return { url, pid: child.pid ?? 0, process: child, openedAfterMs } satisfies Server;
}

/** Not by `fetch`, whose many attempts would take processor time from the start that is measured. */
const isOpen = (address: string) =>
  new Promise<boolean>((resolve) => {
    get(address, { agent: false }, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode === 200));
    }).once("error", () => resolve(false));
  });

/** As `npm start` starts it. */
export const ours = (folder: string, env: Record<string, string> = {}) =>
  startServer({
    args: [...SERVER_FLAGS, "server/main.ts"],
    folder,
    env: { ...MALLOC_ENV, ...env },
  });

/** The same build as Remix itself serves it. */
export const stock = (folder: string, env: Record<string, string> = {}) =>
  startServer({
    args: ["node_modules/@remix-run/serve/dist/cli.js", "build/index.js"],
    folder,
    env,
  });

export const bare = (folder: string) =>
  startServer({ args: ["tests/bench/controls/baseline-http.mjs"], folder });

export async function stop({ process: child }: Server) {
  if (child.exitCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

/** A new zoo's folder, with its database made and so many places in each slot, all of which may wait for payment. */
export async function makeRoom(folder: string, places = ROOM) {
  const first = await ours(folder);
  first.process.kill("SIGTERM");
  await once(first.process, "exit");
  const file = new Database(join(folder, "zoo.db"));
  const set = file.prepare(
    `INSERT INTO settings (name, value) VALUES (?, ?)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  );
  set.run("default_capacity", String(places));
  set.run("unpaid_percent", "100");
  file.close();
}
