import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./bootstrap.mjs";

const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
const TEXT = /^(licen[cs]e|notice|copying|third-party-notices)/i;

/**
 * The licence texts to be distributed with the executable: this project's, Node's, and those of every bundled package.
 * @param {string[]} files from the root of the project
 */
export function collectLicenses(files) {
  const folders = files.flatMap((file) => PACKAGE.exec(file)?.[0] ?? []);
  const packages = [...new Set(folders)].sort().map(licenceOf);
  const own = readFileSync(join(ROOT, "LICENSE"), "utf8");
  const photographs = readFileSync(join(ROOT, "docs/photographs.md"), "utf8");
  return [`Zoo Verse\n\n${own}`, photographs, ...packages].join(`\n${"-".repeat(72)}\n\n`);
}

/** @param {string} folder */
function licenceOf(folder) {
  const path = join(ROOT, folder);
  const { name, version, license } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
  const texts = readdirSync(path)
    .filter((file) => TEXT.test(file))
    .map((file) => readFileSync(join(path, file), "utf8"));
  const head = `${name} ${version}${license ? ` (${license})` : ""}`;
  return [head, ...texts].join("\n\n");
}
