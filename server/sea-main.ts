import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { zstdDecompressSync } from "node:zlib";
import { run } from "./cli.ts";
import { guardLoading, unpack, type Packed } from "./extract-assets.ts";

/** Where the one file begins: `scripts/build-executable.mjs` builds it from here. */

/** Provided by the code that runs this script: reads one part of the one file. */
declare const readPart: (name: string) => Buffer;

type About = {
  version: string;
  build: string;
  squeezed: string[];
  files: Omit<Packed, "read">[];
};

const about = JSON.parse(readPart("index.json").toString()) as About;
const { version, build, squeezed } = about;
const files = about.files.map((file) => ({ ...file, read: () => unsqueezed(file.path) }));

void run(process.argv.slice(2), {
  program: process.argv0, // as it was typed
  version: `${version} (build ${build})`,
  licences: () => readPart("licences.txt").toString(),
  prepare,
  load: () => import("zoo:build"),
}).then((code) => (process.exitCode = code));

/** Everything here that looks for files beside itself finds them in the unpacked folder. */
function prepare() {
  const folder = unpack(`zoo-verse-${build}`, files, tryOut, process.env);
  (globalThis as { zooUrl?: string }).zooUrl = pathToFileURL(join(folder, "server/packed.js")).href;
}

function unsqueezed(path: string) {
  const bytes = readPart(path);
  return squeezed.includes(path) ? zstdDecompressSync(bytes) : bytes;
}

/** Some folders hold files but do not let them be run. */
function tryOut(folder: string) {
  guardLoading(folder, files);
  const database = files.find(({ path }) => path.startsWith("node_modules/better-sqlite3/"));
  if (database) process.dlopen({ exports: {} }, join(folder, database.path));
}
