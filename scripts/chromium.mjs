import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT, run, BootstrapError } from "./bootstrap.mjs";

const PLACES = [
  "/usr/bin/chromium-headless-shell", // without windows, which saves a quarter of the tests' time
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

export function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  return [bundledChromium(), ...PLACES].find((path) => path && existsSync(path));
}

export async function ensureChromium() {
  const executable = findChromium();
  if (executable && canStart(executable)) return executable;
  if (process.env.CHROMIUM) throw new BootstrapError(`CHROMIUM=${executable} does not start.`);

  await installChromium();
  const installed = findChromium();
  if (installed && canStart(installed)) return installed;
  throw new BootstrapError(
    "The browser tests need a Chromium and none could be installed. " +
      "Install one (on Debian: apt-get install chromium) or set CHROMIUM to its path.",
  );
}

async function installChromium() {
  console.log("Installing Chromium for the browser tests …");
  if (isDebian() && canBeRoot()) {
    await sudo("apt-get", "update");
    for (const name of ["chromium-headless-shell", "chromium"]) {
      await sudo("apt-get", "install", "-y", "--no-install-recommends", name);
      if (findChromium()) return;
    }
  }

  const playwright = join(ROOT, "node_modules/playwright/cli.js");
  const needed = existsSync("/usr/bin/apt-get") && canBeRoot() ? ["--with-deps"] : [];
  await run(process.execPath, [playwright, "install", ...needed, "chromium"], { stdio: "pipe" });
}

function bundledChromium() {
  try {
    const { chromium } = createRequire(import.meta.url)("playwright");
    return /** @type {string} */ (chromium.executablePath());
  } catch {
    return undefined; // not installed yet, or no build of Playwright's for this system
  }
}

/**
 * On Ubuntu /usr/bin/chromium-browser may be a stub that only prints where to get one.
 * @param {string} path
 */
function canStart(path) {
  return spawnSync(path, ["--version"]).status === 0;
}

function isDebian() {
  const about = "/etc/os-release";
  return existsSync(about) && /^ID="?debian/m.test(readFileSync(about, "utf8"));
}

function canBeRoot() {
  return process.getuid?.() === 0 || spawnSync("sudo", ["-n", "true"]).status === 0;
}

/** @param {string[]} command */
function sudo(...command) {
  const quiet = ["env", "DEBIAN_FRONTEND=noninteractive", ...command];
  const [program = "", ...args] = process.getuid?.() === 0 ? quiet : ["sudo", "-n", ...quiet];
  return run(program, args, { stdio: "pipe" });
}
