import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  BootstrapError,
  exitWithError,
  isSupportedNode,
  pinnedNode,
  ROOT,
  run,
} from "./bootstrap.mjs";

try {
  if (isSupportedNode()) await runCommand();
  else {
    const args = ["scripts/cli.mjs", ...process.argv.slice(2)];
    process.exitCode = (await run(pinnedNode(), args)).status;
  }
} catch (error) {
  exitWithError(error);
}

/** Bundles the commands, which share the app's modules; they need no built site. */
async function runCommand() {
  // It installs nothing by itself: a site may be running on these packages.
  const { buildSync } = await import("esbuild").catch(() => {
    throw new BootstrapError("The packages of this project are not installed: run npm ci first");
  });
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const packages = Object.keys(dependencies);
  const file = join(ROOT, "build/zoo.mjs"); // as deep as server/, so that `..` is the source tree
  const part = `${file}.${process.pid}`;
  buildSync({
    absWorkingDir: ROOT,
    entryPoints: ["server/cli-main.ts"],
    outfile: part,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node22",
    external: packages.filter((name) => name !== "drizzle-orm"), // its index takes Node a third of a command
    loader: { ".sql": "text" },
    logLevel: "error",
  });
  renameSync(part, file);
  process.env.NODE_ENV ||= "production"; // before React is loaded, as in server/main.ts
  await import(pathToFileURL(file).href);
}
