import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import ts from "typescript";

/** Fails on import circles (types included), on crowded folders (images apart), and when screen routes import too much. */
const MAX_FILES_IN_FOLDER = 25;
const MAX_MEDIAN_IMPORTS = 12;

const tracked = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" })
  .trim()
  .split("\n")
  .filter((file) => ts.sys.fileExists(file));
const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());

const modules = tracked.filter((file) => /^(app|db|server)\/.*\.tsx?$/.test(file));
const imports = new Map(modules.map((file) => [file, importsOf(file)]));

const problems = [...circles(), ...crowdedFolders(), ...longRoutes()];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

/** @param {string} file */
function importsOf(file) {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, "utf8"));
  return importedFiles.flatMap(({ fileName }) => {
    const { resolvedModule } = ts.resolveModuleName(fileName, resolve(file), options, ts.sys);
    return resolvedModule ? [relative(".", resolvedModule.resolvedFileName)] : [];
  });
}

function circles() {
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {string[]} */
  const results = [];
  /** @param {string} file @param {string[]} path */
  const visit = (file, path) => {
    const start = path.indexOf(file);
    if (start >= 0) results.push(`circle: ${[...path.slice(start), file].join(" > ")}`);
    if (start >= 0 || done.has(file)) return;
    for (const next of imports.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of modules) visit(file, []);
  return results;
}

function crowdedFolders() {
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const folder of tracked.filter((file) => !file.startsWith("public/")).map(dirname)) {
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
  }
  return [...sizes]
    .filter(([, size]) => size > MAX_FILES_IN_FOLDER)
    .map(([folder, size]) => `${folder} has ${size} files`);
}

function longRoutes() {
  const counts = modules
    .filter((file) => /^app\/routes\/(public|admin|session)\/.*\.tsx$/.test(file))
    .map((file) => (readFileSync(file, "utf8").match(/^(import|} from) .*["'];?$/gm) ?? []).length)
    .toSorted((a, b) => a - b);
  const median = counts[Math.floor(counts.length / 2)] ?? 0;
  return median > MAX_MEDIAN_IMPORTS
    ? [`screen routes import ${median} modules in the median`]
    : [];
}
