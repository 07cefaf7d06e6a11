import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../bootstrap.mjs";

/** The version in package.json: of the release that this source is, or becomes. */
export function sourceVersion() {
  return String(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).version);
}

/** The version of what is built from this folder. */
export function buildVersion() {
  const version = sourceVersion();
  const words = "--no-optional-locks describe --tags --long --always --dirty --abbrev=9".split(" ");
  const git = spawnSync("git", [...words, `--match=v${version}`], { cwd: ROOT, encoding: "utf8" });
  return versionOf(version, git.status === 0 ? git.stdout.trim() : "");
}

/** When the source was committed, in seconds since 1970: the date of what is in a release. Now, without a repository. */
export function commitTime() {
  const git = spawnSync("git", ["log", "-1", "--format=%ct"], { cwd: ROOT, encoding: "utf8" });
  return git.status === 0 ? Number(git.stdout) : Math.floor(Date.now() / 1000);
}

/**
 * The version by semver: the bare one only for exactly what its tag names.
 * @param {string} version of package.json
 * @param {string} described by `git describe`, such as v1.0.0-3-g1a2b3c4d5-dirty, or without a tag 1a2b3c4d5; "" when
 *   there is no repository
 */
export function versionOf(version, described) {
  if (!described) return `${version}-dev.unknown`;
  const [, tag, commits, commit = "", dirty] =
    /^(?:(v.+)-(\d+)-g)?([\da-f]+)(-dirty)?$/.exec(described) ?? [];
  const state = `g${commit}${dirty ? ".modified" : ""}`;
  if (!tag) return `${version}-dev.${state}`; // before the release
  return commits === "0" && !dirty ? version : `${version}+${commits}.${state}`; // after it
}

/**
 * The same version as Debian orders it: a build before the release is older than the release.
 * @param {string} version
 */
export const debianVersion = (version) => version.replace("-", "~");

/**
 * Whether this is a release, and no build between two.
 * @param {string} version
 */
export const isRelease = (version) => /^\d+\.\d+\.\d+$/.test(version);
