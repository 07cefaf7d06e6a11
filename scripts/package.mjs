import { spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  BootstrapError,
  build,
  exitWithError,
  hashOf,
  install,
  listFiles,
  pinnedNode,
  ROOT,
  run,
  SERVER_FLAGS,
} from "./bootstrap.mjs";
import { collectLicenses, NODE } from "./licenses.mjs";

/** Builds dist/zoo-verse: one executable with Node, the server, the built site and its native modules. */

const OUT = join(ROOT, "dist/zoo-verse");
const STAMP = join(ROOT, "dist/.stamp");
const WORK = join(ROOT, `dist/.work-${process.pid}`);
const PLATFORM = `${process.platform}-${process.arch}`;

/** What must be files: the packages with native modules, the packages that those require, and the PDF's fonts. */
const PACKAGES = [
  "better-sqlite3/package.json",
  "better-sqlite3/lib",
  `better-sqlite3/prebuilds/${PLATFORM}.node`,
  "sharp/package.json",
  "sharp/dist",
  "detect-libc",
  "semver",
  "@img/colour",
  `@img/sharp-${PLATFORM}`,
  `@img/sharp-libvips-${PLATFORM}`,
  "@expo-google-fonts/figtree/400Regular",
  "@expo-google-fonts/figtree/700Bold",
  ...["", "-devanagari", "-bengali", "-tamil", "-telugu", "-kannada", "-malayalam"].map(noto),
  ...["-gujarati", "-gurmukhi", "-oriya"].map(noto),
].map((path) => `node_modules/${path}`);

/** @param {string} script */
function noto(script) {
  return `@expo-google-fonts/noto-sans${script}/400Regular`;
}

/** Beside what build/.stamp covers. */
const SOURCES = ["LICENSE", "docs/photographs.md", "server", "scripts"];

try {
  if (process.platform !== "linux")
    throw new BootstrapError(`The executable runs on Linux only, and this is ${process.platform}.`);
  await install();
  await build();
  const inputs = hashOf(["build/.stamp", ...SOURCES.flatMap(listFiles)]);
  if (existsSync(OUT) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === inputs) {
    console.log("dist/zoo-verse is up to date");
  } else {
    rmSync(STAMP, { force: true });
    mkdirSync(WORK, { recursive: true });
    await createExecutable(inputs.slice(0, 16));
    writeFileSync(STAMP, inputs);
  }
  console.log(`sha256 ${sha256(OUT)}`); // to verify a copy on another machine
} catch (error) {
  exitWithError(error);
} finally {
  rmSync(WORK, { recursive: true, force: true });
}

/** @param {string} buildId */
async function createExecutable(buildId) {
  const sources = [...(await bundleServer()), ...(await bundleWorker())];
  const packages = PACKAGES.flatMap(listFiles).filter((path) =>
    /package\.json$|\.(c?js|node|so[.\d]*|ttf)$/.test(path),
  );
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  put("licences.txt", collectLicenses([...NODE, ...sources, ...packages]));
  const files = joinFiles([
    ["db/backup.worker.mjs", join(WORK, "backup.worker.mjs")],
    ...[...listFiles("public"), ...packages].map((path) => [path, join(ROOT, path)]),
  ]);
  put("manifest.json", JSON.stringify({ version, build: buildId, files }));
  await injectBlob(["manifest.json", "licences.txt", "files.bin"]);
  console.log(`dist/zoo-verse is made: ${version}, build ${buildId}`);
}

/**
 * One asset with all files: Node looks at each asset when it starts, and a page of each would stay in memory.
 * @param {string[][]} files paths, and where they are now
 */
function joinFiles(files) {
  let start = 0;
  return files.map(([path = "", file = ""]) => {
    const bytes = readFileSync(file);
    appendFileSync(join(WORK, "files.bin"), bytes);
    start += bytes.length;
    return { path, start: start - bytes.length, size: bytes.length, sha256: sha256(file) };
  });
}

function bundleServer() {
  return bundle("server/sea-main.ts", "main.cjs", {
    format: "cjs",
    supported: { "dynamic-import": false }, // Node's `import()` finds no files in the executable
    define: { "import.meta.url": "globalThis.zooUrl", "process.env.NODE_ENV": '"production"' },
    external: ["undici"], // required by what never runs: the site uses the fetch of Node
    plugins: [{ name: "native-packages", setup: requireExtracted }],
  });
}

/** The backup worker: a file, because a worker cannot start inside the executable. */
function bundleWorker() {
  return bundle("db/backup.worker.ts", "backup.worker.mjs", {
    format: "esm",
    external: ["better-sqlite3"],
    banner: { js: "globalThis.zooUrl = import.meta.url;" },
  });
}

/**
 * @param {string} entry
 * @param {string} output
 * @param {import("esbuild").BuildOptions} options
 */
async function bundle(entry, output, options) {
  const esbuild = await import("esbuild"); // which a fresh clone has only now
  const { metafile, outputFiles } = await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    target: "node24",
    mainFields: ["module", "main"],
    preserveSymlinks: true, // so that names in the output tell nothing about this machine
    legalComments: "none", // licences.txt has them
    minifyWhitespace: true, // the text stays in memory; stack traces need the names
    minifySyntax: true,
    loader: { ".sql": "text" },
    alias: { "zoo:build": "./build/index.js" },
    logLevel: "error",
    ...options,
  });
  const text = outputFiles?.[0]?.text ?? "";
  // esbuild leaves other letters in regular expressions; a single one doubles the memory of the text.
  put(
    output,
    text.replace(/[^\x00-\x7f]/g, (letter) => `\\u${hex4(letter)}`),
  );
  return Object.keys(metafile?.inputs ?? {});
}

/**
 * Packages with native modules cannot be bundled: they are required from the folder to which they are extracted.
 * @param {import("esbuild").PluginBuild} build
 */
function requireExtracted({ onResolve, onLoad }) {
  onResolve({ filter: /^(better-sqlite3|sharp)$/ }, ({ path }) => ({ path, namespace: "native" }));
  onLoad({ filter: /./, namespace: "native" }, ({ path }) => ({
    contents: `module.exports = globalThis.zooRequire("${path}");`,
  }));
}

/**
 * Follows https://nodejs.org/docs/latest-v24.x/api/single-executable-applications.html
 * @param {string[]} assets
 */
async function injectBlob(assets) {
  const config = {
    main: "main.cjs",
    output: "sea.blob",
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    execArgv: SERVER_FLAGS,
    assets: Object.fromEntries(assets.map((name) => [name, name])),
  };
  put("sea.json", JSON.stringify(config));
  // V8 accepts a code cache only under the same flags.
  await runNode(...SERVER_FLAGS, "--experimental-sea-config", "sea.json");

  const file = join(WORK, "zoo-verse");
  copyFileSync(pinnedNode(), file);
  spawnSync("strip", ["--strip-unneeded", file]); // an eighth smaller, where this tool exists
  const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2"; // Node's marker of a blob
  const postject = fileURLToPath(new URL("cli.js", import.meta.resolve("postject")));
  await runNode(postject, "zoo-verse", "NODE_SEA_BLOB", "sea.blob", "--sentinel-fuse", fuse);
  renameSync(file, OUT);
}

/**
 * Shows the output only of a failure.
 * @param {string[]} args
 */
async function runNode(...args) {
  const { status, output } = await run(pinnedNode(), args, { cwd: WORK, stdio: "pipe" });
  if (status !== 0) throw new Error(`The executable could not be put together:\n${output}`);
}

/**
 * @param {string} name
 * @param {string} text
 */
function put(name, text) {
  writeFileSync(join(WORK, name), text);
}

/** @param {string} letter */
function hex4(letter) {
  return letter.charCodeAt(0).toString(16).padStart(4, "0");
}

/** @param {string} file */
function sha256(file) {
  return hash("sha256", readFileSync(file));
}
