import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BootstrapError, hashOf, ROOT, run } from "../bootstrap.mjs";

/**
 * Node and the packages with machine code for a processor. npm installs only those of this machine, so those of another
 * are installed into a folder of their own, in the versions and with the hashes of package-lock.json.
 * @param {string} arch as Node names it
 * @returns {Promise<{ node: string, packages: string[] }>} paths from the root of the project
 */
export async function nativePackages(arch) {
  const platform = `linux-${arch}`;
  const node = `node_modules/node-${platform}`;
  const sharp = [
    `node_modules/@img/sharp-${platform}`,
    `node_modules/@img/sharp-libvips-${platform}`,
  ];
  const folder = arch === process.arch ? "" : `dist/packages-${platform}`;
  if (folder) await installInto(folder, [node, ...sharp], arch);
  return {
    node: join(folder, node, "bin/node"),
    packages: [
      `node_modules/better-sqlite3/prebuilds/${platform}.node`, // the package has those of all processors
      ...sharp.map((path) => join(folder, path)),
    ],
  };
}

/**
 * @param {string} folder
 * @param {string[]} paths keys of package-lock.json
 * @param {string} arch
 */
async function installInto(folder, paths, arch) {
  const cwd = join(ROOT, folder);
  const stamp = join(cwd, ".stamp");
  const inputs = hashOf(["package-lock.json"]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === inputs) return;

  console.log(`Installing the packages for ${arch} …`);
  const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  const entries = paths.map((path) => [path, { ...lock.packages[path], optional: true }]);
  // npm takes packages for another processor only as optional ones.
  const root = {
    name: "native-packages",
    version: "0.0.0",
    optionalDependencies: Object.fromEntries(
      entries.map(([path, { version }]) => [path.replace("node_modules/", ""), version]),
    ),
  };
  rmSync(cwd, { recursive: true, force: true });
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, "package.json"), JSON.stringify(root));
  const packages = { "": root, ...Object.fromEntries(entries) };
  writeFileSync(
    join(cwd, "package-lock.json"),
    JSON.stringify({ ...root, lockfileVersion: 3, packages }),
  );
  const args = ["ci", "--os=linux", `--cpu=${arch}`, "--libc=glibc", "--loglevel=error"];
  const npm = await run(
    "npm",
    [...args, "--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund"],
    { cwd, stdio: "pipe" },
  );
  const missing = paths.filter((path) => !existsSync(join(cwd, path, "package.json")));
  if (npm.status !== 0 || missing.length > 0)
    throw new BootstrapError(
      `The packages for ${arch} could not be installed: ${missing.join(" ")}\n${npm.output}`,
    );
  writeFileSync(stamp, inputs);
}
