import { hash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const MANIFEST = /^var assets_manifest_default = (\{.*\});$/m;

/**
 * Remix's compiler splits what routes share into dozens of small chunks, of which a page loads forty. Rollup merges
 * them into three: the libraries, what visitors' pages share, and what only the back office shares. The manifests of
 * browser and server get the new names.
 * @param {string} root
 */
export async function mergeChunks(root) {
  // which a fresh clone has only now
  const [{ rollup }, { transform }] = await Promise.all([import("rollup"), import("esbuild")]);
  const publicFolder = join(root, "public");
  const server = join(root, "build/index.js");
  const code = readFileSync(server, "utf8");
  const manifest = new Function(`return ${MANIFEST.exec(code)?.[1]}`)();
  /** @type {{ id: string, module: string, imports?: string[] }[]} */
  const entries = [{ id: "entry.client", ...manifest.entry }, ...Object.values(manifest.routes)];

  const fileOf = (/** @type {string} */ url) => join(publicFolder, url);
  const vendor = new Set(manifest.entry.imports.map(fileOf));
  const site = new Set(
    entries
      .filter(({ id }) => !id.startsWith("routes/admin/"))
      .flatMap(({ imports = [] }) => imports.map(fileOf)),
  );
  const bundle = await rollup({
    input: Object.fromEntries(entries.map(({ id, module }) => [id, fileOf(module)])),
    preserveEntrySignatures: "strict",
    treeshake: false, // the compiler did
    plugins: [
      { name: "urls", resolveId: (id) => (id.startsWith("/build/") ? fileOf(id) : null) },
      // Names that a merged file does not export can be short again.
      { name: "minify", renderChunk: (chunk) => transform(chunk, { minify: true, format: "esm" }) },
    ],
    onwarn: () => {}, // of routes without a page, whose modules are empty
  });
  const build = join(publicFolder, "build");
  for (const name of readdirSync(build, { recursive: true, encoding: "utf8" }))
    if (name.endsWith(".js") && !name.startsWith("_assets")) rmSync(join(build, name));
  const { output } = await bundle.write({
    dir: build,
    compact: true,
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: "_shared/[name]-[hash].js",
    manualChunks(id, { getModuleInfo }) {
      if (vendor.has(id)) return "vendor";
      if (site.has(id)) return "site";
      return getModuleInfo(id)?.importers.length ? "office" : undefined;
    },
  });

  const chunks = output.filter((each) => each.type === "chunk");
  for (const entry of [manifest.entry, ...Object.values(manifest.routes)]) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === fileOf(entry.module));
    entry.module = `/build/${chunk?.fileName}`;
    entry.imports = chunk?.imports.map((name) => `/build/${name}`);
  }
  manifest.version = hash("sha256", JSON.stringify(manifest)).slice(0, 8);
  manifest.url = `/build/manifest-${manifest.version}.js`;
  const text = JSON.stringify(manifest);
  writeFileSync(fileOf(manifest.url), `window.__remixManifest=${text};`);
  writeFileSync(
    server,
    code.replace(MANIFEST, () => `var assets_manifest_default = ${text};`),
  );
}
