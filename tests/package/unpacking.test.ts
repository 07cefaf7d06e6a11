import { hash } from "node:crypto";
import { chmodSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeExecutable, oneFile } from "../support/site/executable";

let file: ReturnType<typeof oneFile>;
beforeAll(() => void (file = oneFile()));
afterAll(() => file.remove());
beforeEach(() => rmSync(file.path("cache"), { recursive: true, force: true }));

/** Any command that needs the native parts; without a database it says so and ends with 1. */
const unpacked = (env = {}) =>
  file.zoo(["check"], { ZOO_CACHE_DIR: file.path("cache"), ...env }).complained;
const NO_DATABASE = /^There is no database at \S+$/;
const extracted = (pattern: string) => globSync(`${file.path("cache")}/*/${pattern}`);

test("extracted files are for their owner alone, and cannot be changed by accident", () => {
  expect(unpacked()).toMatch(NO_DATABASE);
  expect(statSync(extracted("")[0]!).mode & 0o777).toBe(0o700);
  expect(extracted("**/*.{node,so,so.*}")).toHaveLength(3);
  for (const path of extracted("**/*.*")) expect(statSync(path).mode & 0o777, path).toBe(0o400);
});

test.each(["prebuilds/*.node", "lib/index.js"])(
  "a modified %s of the same size is replaced before it is loaded",
  (name) => {
    unpacked();
    const [path = ""] = extracted(`node_modules/better-sqlite3/${name}`);
    const whole = readFileSync(path);
    chmodSync(path, 0o600);
    writeFileSync(path, Buffer.alloc(whole.length));

    expect(unpacked()).toMatch(NO_DATABASE);

    expect(readFileSync(path).equals(whole)).toBe(true);
  },
);

test("where nothing can be extracted, one line says what was tried and what helps", () => {
  const nowhere = { ZOO_CACHE_DIR: "/proc/none", DATA_DIR: "/proc/none", TMPDIR: "/proc/none" };
  expect(unpacked(nowhere)).toMatch(
    /^There is no folder to unpack into; set ZOO_CACHE_DIR .* Tried \/proc\/none: [^\n]*$/,
  );
});

test("packaging prints the hash of the executable", () => {
  const sha256 = hash("sha256", readFileSync(file.path("zoo-verse")));
  expect(makeExecutable()).toBe(`dist/zoo-verse is up to date\nsha256 ${sha256}\n`);
});
