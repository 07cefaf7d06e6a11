import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./bootstrap.mjs";

// It installs nothing by itself: a site may be running on these packages.
const esbuild = await import("esbuild").catch(() => undefined);
if (!esbuild) {
  console.error("The packages of this project are not installed: run npm ci first");
  process.exit(1);
}

// The commands share the domain with the site, which is written for a bundler; they need no built site.
const { outputFiles } = esbuild.buildSync({
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

const file = join(ROOT, "build/zoo.mjs"); // from here as from server/, `..` is the source tree
mkdirSync(join(ROOT, "build"), { recursive: true });
writeFileSync(`${file}.${process.pid}`, outputFiles[0]?.contents ?? "");
renameSync(`${file}.${process.pid}`, file);
process.env.NODE_ENV ||= "production"; // before React is loaded, as in server/main.ts
await import(pathToFileURL(file).href);
