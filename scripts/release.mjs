import { copyFileSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { BootstrapError, exitWithError, ROOT } from "./bootstrap.mjs";
import { makeExecutable } from "./executable.mjs";
import { writeChecksums } from "./release/checksums.mjs";
import { ARCHITECTURES, debianProblem, makeDebian } from "./release/debian.mjs";
import { imageProblem, makeImage } from "./release/image.mjs";
import { buildVersion, isRelease, sourceVersion } from "./release/version.mjs";

// Makes dist/release: for each processor the executable, a Debian package and an image, and the checksums of all.
const OUT = join(ROOT, "dist/release");

try {
  const changes = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8");
  if (!changes.includes(`\n## ${sourceVersion()} `))
    throw new BootstrapError(`CHANGELOG.md says nothing about ${sourceVersion()}.`);
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  copyFileSync(join(ROOT, "CHANGELOG.md"), join(OUT, "CHANGELOG.md"));
  const version = buildVersion();
  const problems = { package: debianProblem(), image: imageProblem() };
  for (const arch of Object.keys(ARCHITECTURES)) await release(arch, version, problems);
  await writeChecksums(OUT);
  for (const [what, problem] of Object.entries(problems))
    if (problem) console.log(`No ${what} was made: ${problem}`);
  const why = `its commit has no tag v${sourceVersion()}, or files have changed since`;
  if (!isRelease(version)) console.log(`${version} is a build between releases: ${why}`);
} catch (error) {
  exitWithError(error);
}

/**
 * @param {string} arch
 * @param {string} version
 * @param {{ package?: string, image?: string }} problems
 */
async function release(arch, version, problems) {
  const made = `dist/zoo-verse${arch === process.arch ? "" : `-${arch}`}`;
  const { version: now } = await makeExecutable(arch, made);
  if (now !== version) throw new BootstrapError(`The source was changed meanwhile: this is ${now}`);
  const executable = join(OUT, `zoo-verse-${version}-linux-${arch}`);
  copyFileSync(join(ROOT, made), executable);
  if (!problems.package) await makeDebian(executable, version, arch, OUT);
  if (!problems.image) await makeImage(executable, version, arch, OUT);
  console.log(`dist/release has ${version} for ${arch}`);
}
