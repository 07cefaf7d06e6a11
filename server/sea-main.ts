import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { zstdDecompressSync } from "node:zlib";
import { run } from "./cli.ts";
import { verifyNativeModules, extractAssets, type Packed } from "./extract-assets.ts";

/** The main script of the executable, bundled by scripts/build-executable.mjs. */

/** Provided by server/sea-bootstrap.ts: reads one part of the executable. */
declare const readPart: (name: string) => Buffer;

type Manifest = {
  version: string;
  build: string;
  squeezed: string[];
  files: Omit<Packed, "read">[];
};

const manifest = JSON.parse(readPart("index.json").toString()) as Manifest;
const { version, build, squeezed } = manifest;
const files = manifest.files.map((file) => ({ ...file, read: () => decompress(file.path) }));

void run(process.argv.slice(2), {
  program: process.argv0,
  version: `${version} (build ${build})`,
  licences: () => readPart("licences.txt").toString(),
  prepare,
  load: () => import("zoo:build"),
}).then((code) => (process.exitCode = code));

/** `zooUrl` replaces `import.meta.url`, so that files are found in the extracted folder. */
function prepare() {
  const folder = extractAssets(`zoo-verse-${build}`, files, probeAddon, process.env);
  (globalThis as { zooUrl?: string }).zooUrl = pathToFileURL(
    join(folder, "server/sea-main.js"),
  ).href;
}

function decompress(path: string) {
  const bytes = readPart(path);
  return squeezed.includes(path) ? zstdDecompressSync(bytes) : bytes;
}

/** Throws in a folder mounted `noexec`. */
function probeAddon(folder: string) {
  verifyNativeModules(folder, files);
  const database = files.find(({ path }) => path.startsWith("node_modules/better-sqlite3/"));
  if (database) process.dlopen({ exports: {} }, join(folder, database.path));
}
