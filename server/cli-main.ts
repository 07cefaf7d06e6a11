import { readFileSync } from "node:fs";
import { run } from "./cli.ts";
import { SOURCE_VERSION } from "./source-version.ts";

/** The commands from the source tree: npm run zoo -- COMMAND. Bundled and run by scripts/cli.mjs. */
const appRoot = (path: string) => new URL(`../${path}`, import.meta.url);

process.exitCode = await run(process.argv.slice(2), {
  program: "npm run zoo --",
  version: SOURCE_VERSION,
  licences: () =>
    `${readFileSync(appRoot("LICENSE"), "utf8")}\nEach package in node_modules has its own.`,
  prepare() {},
  load: () => import(appRoot("build/index.js").href),
});
