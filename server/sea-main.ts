import { createRequire } from "node:module";
import { join } from "node:path";
import { getAsset, getRawAsset } from "node:sea";
import { pathToFileURL } from "node:url";
import type BetterSqlite3 from "better-sqlite3";
import { run } from "./cli.ts";
import { extractAssets, verifyAsset, type Asset } from "./extract-assets.ts";

/** The main script of the executable, bundled by scripts/package.mjs. */

/** Where the bundled modules find their files; scripts/package.mjs puts both names into the bundle. */
declare const globalThis: { zooUrl: string; zooRequire: (name: string) => unknown };

const { version, build, files } = JSON.parse(getAsset("manifest.json", "utf8")) as {
  version: string;
  build: string;
  files: (Omit<Asset, "read"> & { start: number })[];
};

void run(process.argv.slice(2), {
  program: process.argv0,
  version: `${version} (build ${build})`,
  licences: () => getAsset("licences.txt", "utf8"),
  prepare,
  load: () => import("zoo:build"),
}).then((code) => (process.exitCode = code));

function prepare() {
  const assets = files.map(({ start, ...file }) => ({
    ...file,
    read: () => new Uint8Array(getRawAsset("files.bin"), start, file.size),
  }));
  extractAssets(`zoo-verse-${build}`, assets, loadDatabase, process.env);

  /** Throws in a folder mounted `noexec`. */
  function loadDatabase(folder: string) {
    const require = createRequire(join(folder, "index.js"));
    globalThis.zooUrl = pathToFileURL(join(folder, "server/sea-main.js")).href;
    globalThis.zooRequire = (name) => {
      for (const asset of assets.filter(({ path }) => isOfPackage(name, path)))
        verifyAsset(folder, asset);
      return require(name);
    };
    const Database = globalThis.zooRequire("better-sqlite3") as typeof BetterSqlite3;
    new Database(":memory:").close();
  }
}

/** What is not the database's is sharp's, which is large and loaded with the first upload only. */
function isOfPackage(name: string, path: string) {
  const isOfDatabase = path.startsWith("node_modules/better-sqlite3/");
  return path.startsWith("node_modules/") && isOfDatabase === (name === "better-sqlite3");
}
