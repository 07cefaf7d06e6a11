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
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  BootstrapError,
  build,
  hashOf,
  install,
  listFiles,
  pinnedNode,
  ROOT,
  run,
  SERVER_FLAGS,
} from "./bootstrap.mjs";
import { collectLicenses } from "./licenses.mjs";
import { nativePackages } from "./release/native-packages.mjs";
import { buildVersion } from "./release/version.mjs";

const WORK = join(ROOT, `dist/.work-${process.pid}`);

/** What must be files: the packages with native modules, the packages that those require, and the PDF's fonts. */
const PACKAGES = [
  "better-sqlite3/package.json",
  "better-sqlite3/lib",
  "sharp/package.json",
  "sharp/dist",
  "detect-libc",
  "semver",
  "@img/colour",
  "@expo-google-fonts/figtree/400Regular",
  "@expo-google-fonts/figtree/700Bold",
  ...["", "-devanagari", "-bengali", "-tamil", "-telugu", "-kannada", "-malayalam"].map(noto),
  ...["-gujarati", "-gurmukhi", "-oriya"].map(noto),
].map((path) => `node_modules/${path}`);

/** @param {string} script */
function noto(script) {
  return `@expo-google-fonts/noto-sans${script}/400Regular`;
}

/** How the names of GNU's tools for a processor begin. @type {Record<string, string>} */
const GNU = { x64: "x86_64-linux-gnu", arm64: "aarch64-linux-gnu" };

/** Beside what build/.stamp covers. */
const SOURCES = ["LICENSE", "docs/photographs.md", "server", "scripts"];

/**
 * Makes one executable with Node, the server, the built site and its native modules, if it is not up to date.
 * @param {string} arch of the machines where it runs, as Node names it
 * @param {string} out where it goes, from the root of the project
 * @returns {Promise<{ version: string, sha256: string }>}
 */
export async function makeExecutable(arch, out) {
  if (process.platform !== "linux")
    throw new BootstrapError(`The executable runs on Linux only, and this is ${process.platform}.`);
  await install();
  await build();
  const version = buildVersion();
  const stamp = join(ROOT, `${out}.stamp`);
  const inputs = `${version} ${arch} ${hashOf(["build/.stamp", ...SOURCES.flatMap(listFiles)])}`;
  if (existsSync(join(ROOT, out)) && existsSync(stamp) && readFileSync(stamp, "utf8") === inputs) {
    console.log(`${out} is up to date`);
  } else {
    rmSync(stamp, { force: true });
    mkdirSync(WORK, { recursive: true });
    try {
      await createExecutable(arch, version, hash("sha256", inputs).slice(0, 16), out);
    } finally {
      rmSync(WORK, { recursive: true, force: true });
    }
    writeFileSync(stamp, inputs);
  }
  return { version, sha256: sha256(join(ROOT, out)) };
}

/**
 * @param {string} arch
 * @param {string} version
 * @param {string} buildId
 * @param {string} out
 */
async function createExecutable(arch, version, buildId, out) {
  const native = await nativePackages(arch);
  const sources = [...(await bundleServer()), ...(await bundleWorker())];
  const packages = [...PACKAGES, ...native.packages]
    .flatMap(listFiles)
    .filter((path) => /package\.json$|\.(c?js|node|so[.\d]*|ttf)$/.test(path));
  put("licences.txt", collectLicenses([native.node, ...sources, ...packages]));
  const files = joinFiles([
    ["db/backup.worker.mjs", join(WORK, "backup.worker.mjs")],
    ...[...listFiles("public"), ...packages].map((path) => [
      path.replace(/^.*(?=node_modules\/)/, ""),
      join(ROOT, path),
    ]),
  ]);
  put("manifest.json", JSON.stringify({ version, build: buildId, files }));
  const assets = ["main.cjs", "manifest.json", "licences.txt", "files.bin"];
  if (arch === process.arch) {
    // What V8 compiles is for this processor, and for the same flags.
    const compile = fileURLToPath(new URL("release/compile.mjs", import.meta.url));
    await runNode(...SERVER_FLAGS, compile, "main.cjs", "main.cache");
    assets.push("main.cache");
  }
  const file = await injectBlob(assets, native.node, arch);
  renameSync(file, join(ROOT, out));
  console.log(`${out} is made: ${version}, build ${buildId}`);
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
    return { path, start: start - bytes.length, size: bytes.length };
  });
}

function bundleServer() {
  return bundle("server/sea-main.ts", "main.cjs", {
    format: "cjs",
    banner: { js: "(function(require,module){" },
    footer: { js: "})" },
    supported: { "dynamic-import": false }, // Node's `import()` finds no files in the executable
    define: { "import.meta.url": "globalThis.zooUrl", "process.env.NODE_ENV": '"production"' },
    external: ["undici"], // required by what never runs: the site uses the fetch of Node
    plugins: [
      { name: "native-packages", setup: requireExtracted },
      { name: "modules-of-common-js", setup: importOnce },
    ],
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
  // A package that a fresh clone has only now.
  const esbuild = await import("esbuild");
  const { metafile = { inputs: {}, outputs: {} }, outputFiles } = await esbuild.build({
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
    alias: {
      "zoo:build": "./build/index.js",
      // Express's marker of what is deprecated asks for the line of each of its callers: V8 then looks for the ends of all
      // lines of the bundle, 7 ms of every start. This one of the same package does not.
      depd: "depd/lib/browser/index.js",
    },
    logLevel: "error",
    ...options,
  });
  const text = outputFiles?.[0]?.text ?? "";
  // esbuild leaves other letters in regular expressions; a single one doubles the memory of the text.
  put(
    output,
    text.replace(/[^\x00-\x7f]/g, (letter) => `\\u${hex4(letter)}`),
  );
  return Object.keys(metafile.inputs);
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
 * Of a package in CommonJS esbuild copies all exports for each module that imports it. These are imported hundreds of
 * times: as an ES module each is there once.
 * @param {import("esbuild").PluginBuild} build
 */
function importOnce({ onResolve, onLoad }) {
  onResolve({ filter: /^(react|react\/jsx-runtime|@remix-run\/node)$/ }, ({ path, kind }) =>
    kind === "import-statement" ? { path, namespace: "once" } : undefined,
  );
  onLoad({ filter: /./, namespace: "once" }, async ({ path }) => {
    const names = Object.keys(createRequire(import.meta.url)(path));
    return {
      contents: `const exported = require("${path}");
        export default exported;
        export const { ${names} } = exported;`,
      resolveDir: ROOT,
    };
  });
}

/**
 * Follows https://nodejs.org/docs/latest-v24.x/api/single-executable-applications.html
 * @param {string[]} assets
 * @param {string} node the binary of Node that is given them
 * @param {string} arch
 */
async function injectBlob(assets, node, arch) {
  const config = {
    main: join(ROOT, "server/sea-loader.cjs"),
    output: "sea.blob",
    disableExperimentalSEAWarning: true,
    execArgv: SERVER_FLAGS,
    assets: Object.fromEntries(assets.map((name) => [name, name])),
  };
  put("sea.json", JSON.stringify(config));
  await runNode("--experimental-sea-config", "sea.json");

  const file = join(WORK, "zoo-verse");
  copyFileSync(join(ROOT, node), file);
  // An eighth smaller, where this tool exists.
  spawnSync(arch === process.arch ? "strip" : `${GNU[arch]}-strip`, ["--strip-unneeded", file]);
  const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2"; // Node's marker of a blob
  const postject = fileURLToPath(new URL("cli.js", import.meta.resolve("postject")));
  await runNode(postject, "zoo-verse", "NODE_SEA_BLOB", "sea.blob", "--sentinel-fuse", fuse);
  return file;
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
