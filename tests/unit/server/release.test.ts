import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MALLOC_ENV } from "../../../scripts/bootstrap.mjs";
import { writeChecksums } from "../../../scripts/release/checksums.mjs";
import { controlFile } from "../../../scripts/release/debian.mjs";
import {
  debianVersion,
  isRelease,
  sourceVersion,
  versionOf,
} from "../../../scripts/release/version.mjs";

test.each([
  ["v1.2.0-0-g1a2b3c4d5", "1.2.0", "1.2.0"],
  ["v1.2.0-0-g1a2b3c4d5-dirty", "1.2.0+0.g1a2b3c4d5.modified", "1.2.0+0.g1a2b3c4d5.modified"],
  ["v1.2.0-7-g1a2b3c4d5", "1.2.0+7.g1a2b3c4d5", "1.2.0+7.g1a2b3c4d5"],
  ["1a2b3c4d5", "1.2.0-dev.g1a2b3c4d5", "1.2.0~dev.g1a2b3c4d5"],
  ["1a2b3c4d5-dirty", "1.2.0-dev.g1a2b3c4d5.modified", "1.2.0~dev.g1a2b3c4d5.modified"],
  ["", "1.2.0-dev.unknown", "1.2.0~dev.unknown"],
])("git's %j is version %s, and Debian's %s", (described, version, debian) => {
  expect(versionOf("1.2.0", described)).toBe(version);
  expect(debianVersion(version)).toBe(debian);
  expect(isRelease(version), "only what has the tag is a release").toBe(version === "1.2.0");
});

test("the changelog begins with this version", () => {
  const [, first] = /^## (\S+) \(.+\)$/m.exec(readFileSync("CHANGELOG.md", "utf8")) ?? [];
  expect(first).toBe(sourceVersion());
});

test("the Debian package says what it is, and needs the documented glibc", () => {
  const template = readFileSync("packaging/debian/control", "utf8");
  const control = controlFile(template, "1.2.0-dev.g1a2b3c4d5", "arm64", 150_000_000);
  expect(control).toContain("\nVersion: 1.2.0~dev.g1a2b3c4d5\nArchitecture: arm64\n");
  expect(control).toContain("\nInstalled-Size: 146485\n");
  const [, oldest] = /glibc (2\.\d+) or later/.exec(readFileSync("docs/deploy.md", "utf8"))!;
  expect(control).toContain(`libc6 (>= ${oldest})`);
});

test("package and image set malloc as the site's own start does", () => {
  const defaults = readFileSync("packaging/defaults.env", "utf8").split("\n");
  const image = readFileSync("packaging/Containerfile", "utf8").split(/\s/);
  for (const setting of Object.entries(MALLOC_ENV).map((pair) => pair.join("="))) {
    expect(defaults).toContain(setting);
    expect(image).toContain(setting);
  }
});

test("checksums are those of sha256sum, and not of themselves", async () => {
  const folder = mkdtempSync(join(tmpdir(), "zoo-sums-"));
  try {
    writeFileSync(join(folder, "b"), "");
    writeFileSync(join(folder, "a"), "abc");
    await writeChecksums(folder);
    await writeChecksums(folder);
    expect(readFileSync(join(folder, "SHA256SUMS"), "utf8")).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a\n" +
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  b\n",
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
