import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export const RELEASE = "dist/release";

type Env = Record<string, string>;
const withPath = (env: Env) =>
  ({ PATH: "/usr/sbin:/usr/bin:/sbin:/bin", ...env }) as unknown as NodeJS.ProcessEnv;

/** The one file of the release whose name ends so; undefined when none was made. */
export function released(ending: string) {
  const name = readdirSync(RELEASE).find((each) => each.endsWith(ending));
  return name && join(RELEASE, name);
}

/** Why a test with these programs cannot run here; undefined when it can. */
export function missing(...programs: string[]) {
  if (process.getuid?.() !== 0) return "only root can change its root folder";
  const absent = programs.filter((name) => spawnSync("which", [name]).status !== 0);
  return absent.length > 0 ? `not installed: ${absent.join(", ")}` : undefined;
}

function run(words: string[], env: Env = {}) {
  const [program = "", ...rest] = words;
  const done = spawnSync(program, rest, { encoding: "utf8", env: withPath(env) });
  return { status: done.status, said: `${done.stdout}${done.stderr}`.trim() };
}

/** Runs a program that must succeed, and returns what it prints. */
export function must(...words: string[]) {
  const { status, said } = run(words);
  if (status !== 0) throw new Error(`${words.join(" ")}: ${said}`);
  return said;
}

/** A folder that is the root of what runs in it, with its own /proc and process numbers, as in a container. */
export function rootFolder() {
  const folder = mkdtempSync(join(tmpdir(), "zoo-release-"));
  chmodSync(folder, 0o755); // for users other than root, it is "/"
  const running = new Set<ChildProcess>();
  const inside = ["--mount", "--pid", "--fork", "--kill-child", `--root=${folder}`, "--mount-proc"];

  return {
    folder,
    path: (name: string) => join(folder, name),
    copy: (from: string, to: string) => cpSync(from, join(folder, to)),

    /** A command in it, to its end. */
    run: (words: string[], env?: Env) => run(["unshare", ...inside, "--", ...words], env),

    /** The site in it, once it answers. It is the first process there, which gets no signal that it does not handle. */
    async open(port: number, words: string[], options: string[] = [], env: Env = {}) {
      const child = spawn("unshare", [...inside, ...options, "--", ...words], {
        env: withPath(env),
      });
      running.add(child);
      const said = { text: "" };
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (text) => (said.text += text));
      const url = `http://127.0.0.1:${port}`;
      while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
        if (child.exitCode !== null) throw new Error(said.text);
        await sleep(50);
      }
      const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8");
      const first = Number(children.split(" ")[0]);
      return {
        url,
        said,
        /** Who runs it, as seen from outside. */
        uid: () => /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${first}/status`, "utf8"))?.[1],
        /** Stops it, and returns its exit code. */
        async close() {
          const ended = once(child, "exit");
          process.kill(first, "SIGTERM");
          return (await ended)[0] as number;
        },
      };
    },

    async remove() {
      for (const child of running) {
        if (child.exitCode !== null) continue;
        const ended = once(child, "exit");
        child.kill("SIGKILL");
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
