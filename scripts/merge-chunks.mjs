import { hash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const MANIFEST = /^var assets_manifest_default = (\{.*\});$/m;

const VISITORS = /^(root|routes\/public\/)/;
const ORDER = /\/(order|receipt|credit-note|group-document|invoice|ticket)$/;

/**
 * The chunk for what these routes share.
 * @param {string[]} routes
 */
function groupFor(routes) {
  const pages = [...new Set(routes.filter((id) => VISITORS.test(id)))];
  const [one] = pages;
  if (one === undefined) return "office";
  if (pages.every((id) => ORDER.test(id))) return "order";
  return pages.length > 1 || one === "root" ? "site" : one.slice(one.lastIndexOf("/") + 1);
}

/**
 * Remix's compiler splits what routes share into dozens of small chunks, of which a page loads forty. Rollup merges
 * them: the libraries, what visitors' pages share, what only pages of an order share, what one page shares with the back
 * office, and what no visitor's page needs. The manifests of browser and server get the new names.
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
  const routeOf = new Map(entries.map(({ id, module }) => [fileOf(module), id]));
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
      const isShared = !routeOf.has(id) && getModuleInfo(id)?.importers.length;
      return isShared ? groupFor(routesWith(id)) : undefined;

      /**
       * Those that load a file, directly or through others.
       * @param {string} file
       * @returns {string[]}
       */
      function routesWith(file, seen = new Set()) {
        const route = routeOf.get(file);
        if (route) return [route];
        if (seen.has(file)) return [];
        seen.add(file);
        return getModuleInfo(file)?.importers.flatMap((each) => routesWith(each, seen)) ?? [];
      }
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
