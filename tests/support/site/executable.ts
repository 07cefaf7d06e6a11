import {
  spawn,
  spawnSync,
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
} from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pinnedNode, ROOT } from "../../../scripts/bootstrap.mjs";
import { freePort } from "../free-port.ts";

type Env = Record<string, string>;

/** Remix's types want NODE_ENV in every environment; an empty one has none. */
const only = (env: Env) => env as NodeJS.ProcessEnv;

export const OWNER = { email: "owner@zoo.test", password: "correct-horse-9" };
/** As in the folder of the one file. */
const TYPED = "./zoo-verse";
const ACCOUNT = {
  OWNER_EMAIL: OWNER.email,
  OWNER_PASSWORD: OWNER.password,
  OWNER_NAME: "Asha Rao",
};

/** Makes dist/zoo-verse if need be, and returns what that printed. */
export function makeExecutable() {
  const made = spawnSync(pinnedNode(), ["scripts/package.mjs"], { cwd: ROOT, encoding: "utf8" });
  if (made.status !== 0) throw new Error(made.stdout + made.stderr);
  return made.stdout;
}

/** Called by vitest, once before the files of tests, which run side by side. */
export const setup = () => void makeExecutable();

/** The one file, alone in an empty folder with no `node_modules` above it. */
export function oneFile() {
  const folder = mkdtempSync(join(tmpdir(), "zoo-one-file-"));
  copyFileSync(join(ROOT, "dist/zoo-verse"), join(folder, "zoo-verse"));
  const running = new Set<ChildProcess>();

  /** Starts it with these settings and no others, not even a PATH. */
  function start(words: string[], env: Env = {}) {
    const child: ChildProcessWithoutNullStreams = spawn(join(folder, "zoo-verse"), words, {
      argv0: TYPED,
      cwd: folder,
      env: only(env),
    });
    running.add(child);
    const said = { out: "", err: "" };
    child.stdout.on("data", (text) => (said.out += text));
    child.stderr.on("data", (text) => (said.err += text));
    return { child, said };
  }

  return {
    folder,
    path: (...names: string[]) => join(folder, ...names),
    start,

    /** A command, to its end. */
    zoo(words: string[], env: Env = {}, input = "", uid = process.getuid?.()) {
      const done = spawnSync(join(folder, "zoo-verse"), words, {
        argv0: TYPED,
        cwd: folder,
        env: only(env),
        input,
        uid,
        timeout: 60_000,
      });
      const [said, complained] = [done.stdout, done.stderr].map((text) => String(text).trim());
      return { status: done.status, said, complained };
    },

    /** The site, when it answers. Throws with what it printed when it does not open. */
    async open(env: Env = {}) {
      const port = await freePort();
      const { child, said } = start([], {
        PORT: String(port),
        RATE_LIMITS: "off",
        ...ACCOUNT,
        ...env,
      });
      const url = `http://127.0.0.1:${port}`;
      while (!(await fetch(`${url}/healthz`).catch(() => null))) {
        if (child.exitCode !== null) throw new Error(said.err + said.out);
        await sleep(20);
      }
      return { url, owner: OWNER, said, close: () => end(child, "SIGTERM") };
    },

    async remove() {
      for (const child of running) await end(child, "SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function end(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "close");
  child.kill(signal);
  await ended;
}
