import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { exitWithError, isSupportedNode, pinnedNode, ROOT, run } from "./bootstrap.mjs";

// It installs nothing by itself: a site may be running on these packages.
const esbuild = await import("esbuild").catch(() => undefined);
if (!esbuild) {
  console.error("The packages of this project are not installed: run npm ci first");
  process.exit(1);
}

if (isSupportedNode()) await runCommand(esbuild);
else await runInPinnedNode();

async function runInPinnedNode() {
  try {
    const args = ["scripts/cli.mjs", ...process.argv.slice(2)];
    process.exitCode = (await run(pinnedNode(), args)).status;
  } catch (error) {
    exitWithError(error);
  }
}

/**
 * Bundles the commands, which share the app's modules; they need no built site.
 * @param {typeof import("esbuild")} esbuild
 */
async function runCommand({ buildSync }) {
  const { outputFiles } = buildSync({
    absWorkingDir: ROOT,
    entryPoints: ["server/cli-main.ts"],
    outfile: "build/zoo.mjs",
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node22",
    packages: "external",
    loader: { ".sql": "text" },
  });

  const file = join(ROOT, "build/zoo.mjs"); // as deep as server/, so that `..` is the source tree
  mkdirSync(join(ROOT, "build"), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, outputFiles[0]?.contents ?? "");
  renameSync(`${file}.${process.pid}`, file);
  process.env.NODE_ENV ||= "production"; // before React is loaded, as in server/main.ts
  await import(pathToFileURL(file).href);
}
