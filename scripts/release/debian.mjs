import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { ROOT, run } from "../bootstrap.mjs";
import { commitTime, debianVersion } from "./version.mjs";

/** Debian's names of processors by Node's. @type {Record<string, string>} */
export const ARCHITECTURES = { x64: "amd64", arm64: "arm64" };

const DOC = "usr/share/doc/zoo-verse";

/** Where each file of the package comes from, and its mode. @type {[to: string, from: string, mode: number][]} */
const FILES = [
  ["usr/bin/zoo-verse", "packaging/zoo-verse", 0o755],
  ["usr/lib/zoo-verse/defaults.env", "packaging/defaults.env", 0o644],
  ["usr/lib/systemd/system/zoo-verse.service", "packaging/zoo-verse.service", 0o644],
  ["etc/zoo-verse.env", "packaging/zoo-verse.env", 0o600],
  [`${DOC}/copyright`, "LICENSE", 0o644],
  [`${DOC}/README.md`, "README.md", 0o644],
  [`${DOC}/deploy.md`, "docs/deploy.md", 0o644],
  [`${DOC}/backups.md`, "docs/backups.md", 0o644],
  ["usr/share/lintian/overrides/zoo-verse", "packaging/debian/lintian-overrides", 0o644],
  ["DEBIAN/conffiles", "packaging/debian/conffiles", 0o644],
  ["DEBIAN/postinst", "packaging/debian/postinst", 0o755],
  ["DEBIAN/prerm", "packaging/debian/prerm", 0o755],
  ["DEBIAN/postrm", "packaging/debian/postrm", 0o755],
];

/** Why no package can be made on this machine; undefined when it can. */
export const debianProblem = () =>
  spawnSync("dpkg-deb", ["--version"]).status === 0 ? undefined : "dpkg-deb is not installed";

/**
 * Makes a package of an executable.
 * @param {string} executable path
 * @param {string} version
 * @param {string} arch as Node names it
 * @param {string} out folder
 */
export async function makeDebian(executable, version, arch, out) {
  const stage = join(ROOT, `dist/.deb-${process.pid}`);
  /** @param {string} path */
  const at = (path) => {
    mkdirSync(dirname(join(stage, path)), { recursive: true, mode: 0o755 });
    return join(stage, path);
  };
  try {
    for (const [to, from, mode] of FILES) {
      copyFileSync(join(ROOT, from), at(to));
      chmodSync(at(to), mode);
    }
    copyFileSync(executable, at("usr/lib/zoo-verse/zoo-verse"));
    const changes = readFileSync(join(ROOT, "CHANGELOG.md"));
    writeFileSync(at(`${DOC}/changelog.gz`), gzipSync(changes, { level: 9 }));
    const template = readFileSync(join(ROOT, "packaging/debian/control"), "utf8");
    const { length } = readFileSync(executable);
    writeFileSync(at("DEBIAN/control"), controlFile(template, version, arch, length));
    const name = `zoo-verse_${debianVersion(version)}_${ARCHITECTURES[arch]}.deb`;
    const args = ["--root-owner-group", "-Zxz", "--build", stage, join(out, name)];
    const made = await run("dpkg-deb", args, {
      stdio: "pipe",
      env: { ...process.env, SOURCE_DATE_EPOCH: String(commitTime()) },
    });
    if (made.status !== 0) throw new Error(`The package could not be made:\n${made.output}`);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/**
 * @param {string} template
 * @param {string} version
 * @param {string} arch
 * @param {number} bytes of the executable: the rest is a thousandth of it
 */
export function controlFile(template, version, arch, bytes) {
  return template
    .replace("@VERSION@", debianVersion(version))
    .replace("@ARCHITECTURE@", ARCHITECTURES[arch] ?? arch)
    .replace("@SIZE@", String(Math.ceil(bytes / 1024)));
}
