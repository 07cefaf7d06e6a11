import { basename, join } from "node:path";
import { getAsset, getRawAsset } from "node:sea";
import { pathToFileURL } from "node:url";
import { zstdDecompressSync } from "node:zlib";
import { run } from "./cli.ts";
import { guardLoading, unpack, type Packed } from "./unpack.ts";

/** Where the one file begins: `scripts/package.mjs` builds it from here. */

const { version, build, squeezed, files } = JSON.parse(getAsset("index.json", "utf8")) as {
  version: string;
  build: string;
  squeezed: string[];
  files: Packed[];
};

void run(process.argv.slice(2), {
  program: basename(process.execPath),
  version: `${version} (build ${build})`,
  licences: () => getAsset("licences.txt", "utf8"),
  prepare,
  load: () => import("zoo:build"),
}).then((code) => (process.exitCode = code));

/** Everything here that asks for files beside itself finds them in the unpacked folder. */
function prepare() {
  const folder = unpack(`zoo-verse-${build}`, files, bring, tryOut, process.env);
  (globalThis as { zooUrl?: string }).zooUrl = pathToFileURL(join(folder, "server/packed.js")).href;
}

function bring(path: string) {
  const bytes = new Uint8Array(getRawAsset(path));
  return squeezed.includes(path) ? zstdDecompressSync(bytes) : bytes;
}

/** Some folders hold files and let none of them be run. */
function tryOut(folder: string) {
  guardLoading(folder, files, bring);
  const database = files.find(({ path }) => path.startsWith("node_modules/better-sqlite3/"));
  if (database) process.dlopen({ exports: {} }, join(folder, database.path));
}
