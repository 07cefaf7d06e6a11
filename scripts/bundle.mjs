import { relative } from "node:path";
import { build } from "esbuild";
import { ROOT } from "./bootstrap.mjs";

/** @param {string} platform such as linux-x64 */
const common = (platform) => ({
  absWorkingDir: ROOT,
  bundle: true,
  write: false,
  platform: /** @type {const} */ ("node"),
  target: "node24",
  // Of a module there is only what is used, and none of its names has to be copied where it is imported.
  mainFields: ["module", "main"],
  preserveSymlinks: true, // so that names in the output tell nothing about this machine
  legalComments: /** @type {const} */ ("none"),
  // The text stays in memory. Names stay as they are, for the log of a fault.
  minifyWhitespace: true,
  minifySyntax: true,
  loader: { ".sql": /** @type {const} */ ("text") },
  // The module that names its native part instead of searching for it.
  alias: { "better-sqlite3": `better-sqlite3/${platform}`, "zoo:build": "./build/index.js" },
  define: { "process.env.NODE_ENV": '"production"' },
  logLevel: /** @type {const} */ ("error"),
  plugins: [nativeParts, stubModules],
});

/**
 * Bundles server, site and commands as one function, and lists the source files. `import.meta.url` becomes a URL in
 * the extracted folder.
 */
export async function bundleServer(/** @type {string} */ platform) {
  const options = common(platform);
  const built = await build({
    ...options,
    metafile: true,
    entryPoints: ["server/sea-main.ts"],
    format: "cjs",
    supported: { "dynamic-import": false },
    define: { ...options.define, "import.meta.url": "globalThis.zooUrl" },
  });
  const code = Buffer.from(scriptOf(built)).toString().replace(BEYOND_ASCII, escaped);
  return {
    code: `(function (require, module, readPart) {${code}\n})`,
    sources: Object.keys(built.metafile.inputs),
  };
}

/** esbuild keeps these in regular expressions. An ASCII script takes one byte a character, also in memory. */
const BEYOND_ASCII = /[\u0080-\uffff]/g;
const escaped = (/** @type {string} */ letter) =>
  `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** The entry point of the executable. */
export async function bundleBootstrap(/** @type {string} */ platform) {
  const built = await build({
    ...common(platform),
    entryPoints: ["server/sea-bootstrap.ts"],
    format: "cjs",
  });
  return scriptOf(built);
}

/** The backup worker: a file, because a worker cannot start inside the executable. */
export async function bundleWorker(/** @type {string} */ platform) {
  const built = await build({
    ...common(platform),
    entryPoints: ["db/backup.worker.ts"],
    format: "esm",
    banner: {
      js: `import { createRequire } from "node:module";
        globalThis.zooUrl = import.meta.url;
        const require = createRequire(zooUrl);`,
    },
  });
  return scriptOf(built);
}

/** @param {import("esbuild").BuildResult} result */
function scriptOf({ outputFiles = [] }) {
  const [script] = outputFiles;
  if (!script) throw new Error("esbuild made no script");
  return script.contents;
}

/** Native modules cannot be bundled: they are required from the extracted folder. */
const nativeParts = {
  name: "native-parts",
  setup(/** @type {import("esbuild").PluginBuild} */ { onLoad }) {
    onLoad({ filter: /\.node$/ }, ({ path }) => ({
      contents: `
        const { createRequire } = require("node:module");
        module.exports = createRequire(globalThis.zooUrl)(${JSON.stringify(`../${relative(ROOT, path)}`)});`,
      loader: "js",
    }));
  },
};

/**
 * Imports of packages for features that the site does not use: tracing, clustered rate limits, web fonts in PDFs, fetch
 * polyfills, rendering in the browser or as a stream, uploads to disk. They would be a quarter of the script.
 */
const STUBBED = [
  /^(@opentelemetry\/api|cluster|brotli\/.*|undici|@remix-run\/web-(fetch|file)|react-dom)$/,
  /\/react-dom-server\.node\.production\.min\.js$/,
  /\/fileUploadHandler\.js$/,
];

/** undici's feature detection loads worker threads and SQLite. */
const FEATURES = /\/util\/runtime-features(\.js)?$/;

const stubModules = {
  name: "left-out",
  setup(/** @type {import("esbuild").PluginBuild} */ { onResolve, onLoad }) {
    const namespace = "left-out";
    for (const filter of [...STUBBED, FEATURES])
      onResolve({ filter }, ({ path }) => ({ path, namespace }));
    onLoad({ filter: FEATURES, namespace }, () => ({
      contents: `exports.runtimeFeatures = { has: (name) => name === "crypto" };`,
    }));
    onLoad({ filter: /./, namespace }, () => ({ contents: "module.exports = {};" }));
  },
};
