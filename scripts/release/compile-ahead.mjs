import { parse } from "acorn";

/**
 * Puts the modules that run at the start into brackets: V8 compiles such functions with the script, and so into the code
 * cache.
 * @param {string} text of esbuild, in which each module is a method, named by its path, beside the helper that runs it
 * @param {string} entry
 * @param {import("esbuild").Metafile} metafile
 */
export function compileAhead(text, entry, metafile) {
  const paths = modulesOfStart(entry, metafile);
  let [at, result] = [0, ""];
  for (const statement of parse(text, { ecmaVersion: "latest" }).body) {
    if (statement.type !== "VariableDeclaration") continue;
    for (const { init } of statement.declarations) {
      const [module] = init?.type === "CallExpression" ? init.arguments : [];
      const [method] = module?.type === "ObjectExpression" ? module.properties : [];
      if (method?.type !== "Property" || !method.method || method.key.type !== "Literal") continue;
      const { key, value } = method;
      if (!paths.has(String(key.value))) continue;
      result += `${text.slice(at, key.end)}:(function${text.slice(value.start, value.end)})`;
      at = value.end;
    }
  }
  return result + text.slice(at);
}

/**
 * What the server loads in any way, and what that imports at once.
 * @param {string} entry
 * @param {import("esbuild").Metafile} metafile
 */
function modulesOfStart(entry, { inputs }) {
  const paths = new Set([entry]);
  for (const path of paths) {
    const isServer = /^server\/[^/]+$/.test(path);
    for (const { path: imported, kind } of inputs[path]?.imports ?? [])
      if (isServer || kind !== "dynamic-import") paths.add(imported);
  }
  return paths;
}
