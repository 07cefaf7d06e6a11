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
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { mergeChunks } from "./merge-chunks.mjs";
import { precompress } from "./precompress.mjs";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));

const PINNED = join(ROOT, "node_modules/.bin/node");
const STAMP = "build/.stamp";
const SERVER = "build/index.js";
const ASSETS = "public/build";
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

export class BootstrapError extends Error {}

export async function install() {
  if (isInstalled()) return;

  // npm ci empties the folder, which through a symlink may belong to another project.
  const folder = lstatSync(join(ROOT, "node_modules"), { throwIfNoEntry: false });
  if (folder?.isSymbolicLink()) {
    throw new BootstrapError(
      "node_modules is a symlink whose packages do not match package-lock.json.",
    );
  }

  console.log("Installing the packages this project uses …");
  // The build needs the development packages, also where NODE_ENV is production.
  const args = ["ci", "--include=dev", "--include=optional", "--loglevel=error"];
  const npm = await run("npm", args, { stdio: "pipe", shell: process.platform === "win32" });
  if (npm.status !== 0) {
    throw new BootstrapError(
      `npm ci failed:\n${npm.output.replaceAll(/https?:\S+/g, "(address)")}`,
    );
  }
}

export function pinnedNode() {
  if (existsSync(PINNED) && spawnSync(PINNED, ["--version"]).status === 0) return PINNED;

  if (isSupportedNode()) return process.execPath;

  throw new BootstrapError(
    `Node 22.18 or later is missing: this is ${process.versions.node}, and the project's own Node ` +
      `does not run on ${process.platform} ${process.arch}.`,
  );
}

/** Whether the Node that runs this script can run the site (`engines` in package.json): it loads TypeScript files. */
export function isSupportedNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 18);
}

/**
 * The server's Node flags, for a quarter less memory at the same speed: a new space of 8 MB (growing a smaller one
 * would collect eight times), one V8 helper thread instead of four, and a heap limit of 1 GB, which makes the heap grow
 * in smaller steps (the site needs 25 MB).
 */
export const SERVER_FLAGS = [
  "--min-semi-space-size=8",
  "--max-semi-space-size=8",
  "--v8-pool-size=1",
  "--max-old-space-size=1024",
];

/** For glibc's malloc: freed memory returns to the system, up to a quarter less under load. */
export const MALLOC_ENV = { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072" };

export async function build() {
  const sources = SOURCES.flatMap(listFiles).filter((path) => !path.startsWith(ASSETS));
  const before = hashOf(sources);
  // With the output, because `npm run dev` builds to the same place.
  const fingerprint = () => `${before} ${hashOf([SERVER])}`;
  const isThere = [STAMP, SERVER, ASSETS].every((path) => existsSync(join(ROOT, path)));
  if (isThere && readFileSync(join(ROOT, STAMP), "utf8") === fingerprint()) return;

  console.log("Building the site …");
  rmSync(join(ROOT, STAMP), { force: true });
  const args = ["node_modules/@remix-run/dev/dist/cli.js", "build"];
  const once = () =>
    run(pinnedNode(), args, { stdio: "pipe", env: { ...process.env, NODE_ENV: "production" } });
  let remix = await once();
  // Remix's esbuild (0.17) sometimes deadlocks on a busy machine.
  if (/all goroutines are asleep/.test(remix.output)) remix = await once();
  if (remix.status !== 0) throw new BootstrapError(`The build failed:\n${remix.output}`);
  await mergeChunks(ROOT);
  await precompress(join(ROOT, ASSETS));
  writeFileSync(join(ROOT, STAMP), fingerprint());
}

/**
 * Runs a program. Signals are passed on to it, and this process exits after it.
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
    const stopWatching = onAbort(() => passOn("SIGTERM"));

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
 * npm runs this script in a shell that passes no signals on. When the shell ends, the parent process id changes.
 * @param {() => void} stop
 */
function onAbort(stop) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (!process.env.npm_lifecycle_event || process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 250);
  return () => clearInterval(timer);
}

/**
 * Reports the failure of an entry script.
 * @param {unknown} error
 */
export function exitWithError(error) {
  console.error(error instanceof BootstrapError ? error.message : error);
  process.exitCode = 1;
}

/** npm lists the installed packages in a file, which an interrupted install does not leave. */
function isInstalled() {
  const list = join(ROOT, "node_modules/.package-lock.json");
  return (
    existsSync(list) && hasPackages(packagesIn(join(ROOT, "package-lock.json")), packagesIn(list))
  );
}

/**
 * Whether all wanted packages are present. Optional ones may be absent, as most are for other platforms, but the
 * version of a present one (the pinned Node) must match.
 * @param {Packages} wanted
 * @param {Packages} present
 */
export function hasPackages(wanted, present) {
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    const there = path === "" ? wanted[path] : present[path]; // "" is the project itself
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
 * A hash of the names and contents of files.
 * @param {string[]} paths
 */
export function hashOf(paths) {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)));
  return hash.digest("hex");
}

/**
 * Every file in a folder of the project, or the file itself.
 * @param {string} path
 */
export function listFiles(path) {
  const full = join(ROOT, path);
  if (statSync(full).isFile()) return [path];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort();
}
