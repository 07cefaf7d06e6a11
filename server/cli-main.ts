import { readFileSync } from "node:fs";
import { run } from "./cli.ts";

/** The commands from the source tree: npm run zoo -- COMMAND. scripts/cli.mjs bundles this file first. */
const here = (path: string) => new URL(`../${path}`, import.meta.url);
const { version } = JSON.parse(readFileSync(here("package.json"), "utf8")) as { version: string };

process.exitCode = await run(process.argv.slice(2), {
  program: "npm run zoo --",
  version: `${version} (source tree)`,
  licences: () =>
    `${readFileSync(here("LICENSE"), "utf8")}\nEach package in node_modules has its own.`,
  prepare() {},
  load: () => import(here("build/index.js").href),
});
