import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compressBeside } from "./precompress.mjs";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));

const PINNED = join(ROOT, "node_modules/.bin/node");
const STAMP = "build/.stamp";
const SERVER = "build/index.js";
const ASSETS = join("public/build");
const SOURCES = [
  "app",
  "db",
  "public",
  "package.json",
  "package-lock.json",
  "postcss.config.js",
  "remix.config.js",
  "tsconfig.json",
];

/** A step that could not be done, told in words for the person at the terminal. */
export class SetUpError extends Error {}

/** Installs the packages of package-lock.json, unless exactly those are there. */
export async function install() {
  if (isInstalled()) return;

  // npm ci empties the folder first; through a link, that would be somebody else's folder.
  const folder = lstatSync(join(ROOT, "node_modules"), { throwIfNoEntry: false });
  if (folder?.isSymbolicLink()) {
    throw new SetUpError(
      "node_modules is a symlink whose packages do not match package-lock.json.",
    );
  }

  console.log("Installing the packages this project uses …");
  // The development packages build the site, so they are needed even where NODE_ENV is production.
  const args = ["ci", "--include=dev", "--include=optional", "--loglevel=error"];
  const npm = await run("npm", args, { stdio: "pipe", shell: process.platform === "win32" });
  if (npm.status !== 0) {
    throw new SetUpError(`npm ci failed:\n${npm.output.replaceAll(/https?:\S+/g, "(address)")}`);
  }
}

/** The Node that runs the site: the one pinned in package.json, else this one if it is new enough. */
export function pinnedNode() {
  if (existsSync(PINNED) && spawnSync(PINNED, ["--version"]).status === 0) return PINNED;

  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;

  throw new SetUpError(
    `Node 22.18 or later is missing: this is ${process.versions.node}, and the project's own Node ` +
      `does not run on ${process.platform} ${process.arch}.`,
  );
}

/**
 * The server's Node flags: a quarter less memory at the same speed. New objects get less room before they are
 * collected, but from the first moment on, or each start would collect eight times; V8 has one helper thread
 * instead of four; and a heap that may not pass a gigabyte grows in smaller steps (the site itself needs 25 MB).
 */
export const SERVER_FLAGS = [
  "--min-semi-space-size=4",
  "--max-semi-space-size=8",
  "--v8-pool-size=1",
  "--max-old-space-size=1024",
];

/**
 * Settings of glibc, which reads them when a process starts; elsewhere they mean nothing. What the server no longer
 * needs goes back to the system instead of staying with the thread that used it: a sixth to a quarter less memory
 * under load, at the same speed.
 */
export const MEMORY_SETTINGS = { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072" };

/** Builds the site, unless the last build was made here from the same files. */
export async function build() {
  const sources = hashOf(SOURCES.flatMap(filesIn).filter((path) => !path.startsWith(ASSETS)));
  const isThere = [STAMP, SERVER, ASSETS].every((path) => existsSync(join(ROOT, path)));
  if (isThere && readFileSync(join(ROOT, STAMP), "utf8") === stampFor(sources)) return;

  console.log("Building the site …");
  rmSync(join(ROOT, STAMP), { force: true });
  const once = () =>
    run(pinnedNode(), ["node_modules/@remix-run/dev/dist/cli.js", "build"], {
      stdio: "pipe",
      env: { ...process.env, NODE_ENV: "production" },
    });
  let remix = await once();
  // On a busy machine the compiler that Remix brings sometimes deadlocks.
  if (/all goroutines are asleep/.test(remix.output)) remix = await once();
  if (remix.status !== 0) throw new SetUpError(`The build failed:\n${remix.output}`);
  await compressBeside(join(ROOT, ASSETS));
  writeFileSync(join(ROOT, STAMP), stampFor(sources));
}

/**
 * Runs a program to its end. A signal to stop is passed on to it, and we end when it has ended.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<{ status: number, output: string }>}
 */
export function run(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: "inherit", ...options });
    let output = "";
    let isStopping = false;
    child.stdout?.on("data", (text) => (output += text));
    child.stderr?.on("data", (text) => (output += text));

    /** @param {NodeJS.Signals} signal */
    const passOn = (signal) => {
      isStopping = true;
      child.kill(signal);
    };
    process.on("SIGINT", passOn).on("SIGTERM", passOn);
    const stopWatching = whenAbandoned(() => passOn("SIGTERM"));

    child.on("error", reject);
    child.on("close", (code, signal) => {
      process.off("SIGINT", passOn).off("SIGTERM", passOn);
      stopWatching();
      const status = code ?? 128 + constants.signals[signal ?? "SIGTERM"];
      if (isStopping) process.exit(status);
      resolve({ status, output });
    });
  });
}

/**
 * Under npm our parent is a shell that passes no signal on. When it ends, all we notice is that we have another
 * parent.
 * @param {() => void} stop
 */
function whenAbandoned(stop) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (!process.env.npm_lifecycle_event || process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 250);
  return () => clearInterval(timer);
}

/**
 * Ends an entry script that could not do its work.
 * @param {unknown} error
 */
export function giveUp(error) {
  console.error(error instanceof SetUpError ? error.message : error);
  process.exitCode = 1;
}

/** npm keeps a list of what it put into node_modules; an interrupted install leaves none. */
function isInstalled() {
  const list = join(ROOT, "node_modules/.package-lock.json");
  if (!existsSync(list)) return false;
  return isWhole(packagesIn(join(ROOT, "package-lock.json")), packagesIn(list));
}

/**
 * Whether what is present is all that is wanted. Optional packages may be absent, as they are mostly those
 * of other platforms; but the pinned Node is one of them, and an old one must not stay.
 * @param {Packages} wanted
 * @param {Packages} present
 */
export function isWhole(wanted, present) {
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === "") return true;
    const there = present[path];
    return there ? there.version === version : optional === true;
  });
}

/** @typedef {Record<string, { version?: string, optional?: boolean }>} Packages */

/**
 * @param {string} lockFile
 * @returns {Packages}
 */
function packagesIn(lockFile) {
  return JSON.parse(readFileSync(lockFile, "utf8")).packages;
}

/**
 * The output counts too: `npm run dev` leaves a build of its own in the same place.
 * @param {string} sources
 */
function stampFor(sources) {
  return `${sources} ${hashOf([SERVER])}`;
}

/**
 * One hash over the names and contents of these files.
 * @param {string[]} paths
 */
export function hashOf(paths) {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)));
  return hash.digest("hex");
}

/**
 * Every file in a folder of the project; a file is its own.
 * @param {string} path
 * @returns {string[]}
 */
export function filesIn(path) {
  if (statSync(join(ROOT, path)).isFile()) return [path];
  return readdirSync(join(ROOT, path))
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}
