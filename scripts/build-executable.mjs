import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { bundleBootstrap, bundleServer, bundleWorker } from "./bundle.mjs";
import { createExecutable, runQuiet } from "./sea.mjs";
import { collectLicenses, NODE } from "./licenses.mjs";
import { listFiles, exitWithError, hashOf, pinnedNode, ROOT, SERVER_FLAGS } from "./bootstrap.mjs";

/** Builds dist/zoo-verse: one executable with Node, the server, the built site and its native modules. */

const OUT = join(ROOT, "dist/zoo-verse");
const WORK = join(ROOT, `dist/.work-${process.pid}`);
const STAMP = join(ROOT, "dist/.stamp");
const PLATFORM = `${process.platform}-${process.arch}`;

/** Native modules, which must be files, where sharp looks for its library. */
const NATIVE_FILES = [
  `node_modules/better-sqlite3/prebuilds/${PLATFORM}.node`,
  ...["", "libvips-"].flatMap((part) => filesOf(`node_modules/@img/sharp-${part}${PLATFORM}`)),
];

try {
  if (process.platform !== "linux")
    throw new Error(`The one file can only be made on Linux, and this is ${process.platform}.`);
  const inputs = hashOf([
    "build/.stamp",
    "package-lock.json",
    // Part of the executable, but not of the build.
    "LICENSE",
    "docs/photographs.md",
    ...["server", "db", "app", "scripts"].flatMap(listFiles),
  ]);
  if (existsSync(OUT) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === inputs) {
    console.log("dist/zoo-verse is up to date");
  } else {
    await pack();
    writeFileSync(STAMP, inputs);
  }
  // To verify a copy on another machine.
  console.log(`sha256 ${createHash("sha256").update(readFileSync(OUT)).digest("hex")}`);
} catch (error) {
  exitWithError(error);
} finally {
  rmSync(WORK, { recursive: true, force: true });
}

async function pack() {
  rmSync(STAMP, { force: true });
  mkdirSync(WORK, { recursive: true });
  const node = pinnedNode();
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const { code, sources } = await bundleServer(PLATFORM);
  writeFileSync(join(WORK, "server.js"), code);
  writeFileSync(join(WORK, "begin.cjs"), await bundleBootstrap(PLATFORM));

  /** @type {Map<string, Uint8Array>} */
  const contents = new Map([
    // Otherwise Node looks for one in every parent folder.
    ["package.json", Buffer.from('{ "type": "module" }\n')],
    ["db/backup.worker.js", await bundleWorker(PLATFORM)],
  ]);
  for (const path of [...listFiles("public"), ...NATIVE_FILES])
    contents.set(path, readFileSync(join(ROOT, path)));

  const index = bundle(contents);
  const id = createHash("sha256")
    .update(code)
    .update(JSON.stringify(index))
    .update(process.version);
  const about = { version, build: id.digest("hex").slice(0, 16), ...index };
  writeFileSync(join(WORK, "index.json"), JSON.stringify(about));
  writeFileSync(
    join(WORK, "licences.txt"),
    collectLicenses([...NODE, ...sources, ...NATIVE_FILES]),
  );
  await runQuiet(WORK, node, ...SERVER_FLAGS, join(ROOT, "scripts/build-code-cache.mjs"));
  await runQuiet(WORK, node, ...SERVER_FLAGS, join(ROOT, "scripts/verify-code-cache.mjs"));
  const parts = ["server.js", "server.cache", "index.json", "licences.txt", ...contents.keys()];
  renameSync(await createExecutable(node, WORK, parts), OUT);
  console.log(`dist/zoo-verse is made: ${version}, build ${about.build}`);
}

/**
 * Writes the files, compressed where that saves space, and returns the manifest.
 * @param {Map<string, Uint8Array>} contents
 */
function bundle(contents) {
  const squeezed = [];
  const files = [];
  for (const [path, bytes] of contents) {
    const small = zstdCompressSync(bytes);
    if (small.length < bytes.length * 0.9) squeezed.push(path);
    write(path, squeezed.includes(path) ? small : bytes);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    files.push({ path, size: bytes.length, sha256, isCode: /\.(node|so[.\d]*)$/.test(path) });
  }
  return { squeezed, files };
}

/** @type {(path: string, bytes: Uint8Array) => void} */
function write(path, bytes) {
  mkdirSync(join(WORK, path, ".."), { recursive: true });
  writeFileSync(join(WORK, path), bytes);
}

/** @param {string} folder */
function filesOf(folder) {
  return existsSync(join(ROOT, folder))
    ? listFiles(folder).filter((path) => /\.(node|so[.\d]*|cjs)$|package\.json$/.test(path))
    : [];
}
