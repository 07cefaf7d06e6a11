import { spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { oneFile } from "../support/site/executable";

const ADDON = "node_modules/better-sqlite3/prebuilds";
let file: ReturnType<typeof oneFile>;
beforeAll(() => void (file = oneFile()));
afterAll(() => file.remove());
beforeEach(() => rmSync(file.path("cache"), { recursive: true, force: true }));

/** Any command that needs the native parts; without a database it says so and ends with 1. */
const unpacked = (env = {}) =>
  file.zoo(["check"], { ZOO_CACHE_DIR: file.path("cache"), ...env }).complained;
const NO_DATABASE = /^There is no database at \S+$/;
const folder = () => file.path("cache", readdirSync(file.path("cache"))[0]!);
const addon = () => join(folder(), ADDON, readdirSync(join(folder(), ADDON))[0]!);

test("what is unpacked is for its owner alone, and cannot be changed by accident", () => {
  expect(unpacked()).toMatch(NO_DATABASE);
  expect(statSync(folder()).mode & 0o777).toBe(0o700);
  const code = globSync(join(folder(), "node_modules/**/*.{node,so,so.*}"));
  expect(code).toHaveLength(3);
  for (const path of code) expect([path, statSync(path).mode & 0o777]).toEqual([path, 0o500]);
  expect(statSync(join(folder(), "public/favicon.svg")).mode & 0o777).toBe(0o400);
});

test.each<[string, (path: string) => void]>([
  ["cut off", (path) => truncateSync(path, 1_000)],
  ["gone", (path) => rmSync(path)],
  [
    "changed and as long as before",
    (path) => writeFileSync(path, Buffer.alloc(statSync(path).size)),
  ],
  ["open to others", (path) => chmodSync(path, 0o777)],
  ["a link to elsewhere", (path) => (rmSync(path), symlinkSync("/etc/hostname", path))],
])("machine code that is %s is replaced before it is loaded", (_, damage) => {
  unpacked();
  const whole = readFileSync(addon());
  const path = addon();
  chmodSync(path, 0o700);
  damage(path);

  expect(unpacked()).toMatch(NO_DATABASE);
  expect(readFileSync(path).equals(whole)).toBe(true);
  expect(statSync(path).mode & 0o777).toBe(0o500);
});

test("a folder that others may write to is not used", () => {
  unpacked();
  chmodSync(folder(), 0o777);
  const trap = addon();
  writeFileSync(join(folder(), "note"), "left alone");
  expect(unpacked({ DATA_DIR: "next" })).toMatch(NO_DATABASE);
  expect(readdirSync(file.path("next/cache"))).toHaveLength(1);
  expect(statSync(trap).isFile()).toBe(true);
});

test("folders are tried in turn, and none is asked of somebody without a home", () => {
  mkdirSync(file.path("home"));
  expect(unpacked({ ZOO_CACHE_DIR: "/proc/none", HOME: file.path("home") })).toMatch(NO_DATABASE);
  expect(readdirSync(file.path("home/.cache"))).toHaveLength(1);
  expect(unpacked({ ZOO_CACHE_DIR: "", DATA_DIR: "data" })).toMatch(NO_DATABASE);
  expect(readdirSync(file.path("data/cache"))).toHaveLength(1);
});

test("where nothing can be unpacked it says in one line what was tried and what helps", () => {
  const nowhere = { ZOO_CACHE_DIR: "/proc/none", DATA_DIR: "/proc/none", TMPDIR: "/proc/none" };
  const said = unpacked(nowhere) ?? "";
  expect(said).toMatch(
    /^There is no folder to unpack into; set ZOO_CACHE_DIR .* Tried \/proc\/none: /,
  );
  expect(said.split("\n")).toHaveLength(1);
});

test("whoever makes the one file is told by what to know a whole copy", () => {
  const sha256 = hash("sha256", readFileSync(file.path("zoo-verse")));
  expect(file.made.trim().split("\n").at(-1)).toBe(`sha256 ${sha256}`);
});

test.each([
  ["the end of its list", 100],
  ["half of what it brings along", 8_000_000],
])("a copy of the one file without %s is told in one line", (_, missing) => {
  const copy = file.path("cut-off");
  copyFileSync(file.path("zoo-verse"), copy);
  truncateSync(copy, statSync(copy).size - missing);
  const { status, stderr } = spawnSync(copy, ["version"], { encoding: "utf8", env: {} as never });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `${copy} is incomplete: copy it again\n`,
  });
});
