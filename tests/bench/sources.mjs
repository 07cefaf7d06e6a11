import { existsSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

/**
 * `node --import ./tests/bench/sources.mjs some.ts` runs the site's own sources as they are, without a
 * build: names as tsconfig.json reads them, and texts as the build takes them in.
 */

const ROOT = new URL("../../", import.meta.url);
const ENDINGS = ["", ".ts", "/index.ts"];

registerHooks({
  resolve(name, context, next) {
    const inApp = name.startsWith("~/") ? `app/${name.slice(2)}` : name;
    const base = /^(app|db)\//.test(inApp) ? ROOT : /^\./.test(name) ? context.parentURL : null;
    if (!base) return next(name, context);
    const found = ENDINGS.map((ending) => new URL(inApp + ending, base)).find(
      (url) => url.protocol === "file:" && /\.\w+$/.test(url.pathname) && existsSync(url),
    );
    return found ? { url: found.href, shortCircuit: true } : next(name, context);
  },
  load(url, context, next) {
    if (!/\.(sql|json)$/.test(url) || url.includes("node_modules")) return next(url, context);
    const text = readFileSync(fileURLToPath(url), "utf8");
    const value = url.endsWith(".sql") ? JSON.stringify(text) : text;
    return { format: "module", source: `export default ${value}`, shortCircuit: true };
  },
});
