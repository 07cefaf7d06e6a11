import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import { ROOT } from "./set-up.mjs";

// The commands share the domain with the site, which is written for a bundler; they need no built site.
const { outputFiles } = buildSync({
  absWorkingDir: ROOT,
  entryPoints: ["server/zoo.ts"],
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
