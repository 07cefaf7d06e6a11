import { createRequire } from "node:module";
import { join } from "node:path";
import { getAsset, getRawAsset } from "node:sea";
import { pathToFileURL } from "node:url";
import type BetterSqlite3 from "better-sqlite3";
import { run } from "./cli.ts";
import { extractAssets, type Asset } from "./extract-assets.ts";

/** Where the bundled modules find their files; scripts/executable.mjs puts both names into the bundle. */
declare const globalThis: { zooUrl: string; zooRequire: (name: string) => unknown };

type File = Omit<Asset, "read"> & { start: number };
type Manifest = { version: string; build: string; files: File[] };

/** The main script of the executable, bundled by scripts/package.mjs. */
export async function main() {
  const manifest = JSON.parse(getAsset("manifest.json", "utf8")) as Manifest;
  process.exitCode = await run(process.argv.slice(2), {
    program: process.argv0,
    version: `${manifest.version} (build ${manifest.build})`,
    licences: () => getAsset("licences.txt", "utf8"),
    prepare: () => prepare(manifest),
    load,
  });
}

const load = () => import("zoo:build");

/** For scripts/release/compile.mjs, where there is nothing to extract. */
export const serve = async () => (await import("./start-server.ts")).serve(load, "");

function prepare({ build, files }: Manifest) {
  let bytes: ArrayBuffer | undefined;
  const assets = files.map(({ start, ...file }) => ({
    ...file,
    // Once for all files: V8 counts 30 MB for each, and would collect its memory after every one.
    read: () => new Uint8Array((bytes ??= getRawAsset("files.bin")), start, file.size),
  }));
  extractAssets(`zoo-verse-${build}`, assets, loadDatabase);

  /** Throws in a folder mounted `noexec`. */
  function loadDatabase(folder: string) {
    globalThis.zooUrl = pathToFileURL(join(folder, "server/sea-main.js")).href;
    globalThis.zooRequire = createRequire(join(folder, "index.js"));
    const Database = globalThis.zooRequire("better-sqlite3") as typeof BetterSqlite3;
    new Database(":memory:").close();
  }
}
