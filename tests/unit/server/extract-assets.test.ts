import { hash } from "node:crypto";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { extractAssets, verifyAsset, type Asset } from "../../../server/extract-assets";

const NAME = "zoo-verse-0";
const ICON: Asset = { path: "public/icon.svg", bytes: Buffer.from("<svg/>") };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "zoo-unpack-"));
  vi.stubEnv("TMPDIR", path("tmp"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const path = (...names: string[]) => join(folder, ...names);
const unpacked = (tryOut: (folder: string) => void = () => {}) =>
  extractAssets(NAME, [ICON], tryOut, { ZOO_CACHE_DIR: path("cache"), DATA_DIR: path("data") });

test.each<[string, (file: string) => void]>([
  ["cut off", (file) => truncateSync(file, 3)],
  ["gone", (file) => rmSync(file)],
  ["open to others", (file) => chmodSync(file, 0o602)],
  ["open to its group", (file) => chmodSync(file, 0o620)],
])("extracts a file that is %s again", (_, damage) => {
  const file = join(unpacked(), ICON.path);
  chmodSync(file, 0o600);
  damage(file);

  expect(unpacked()).toBe(path("cache", NAME));

  expect(readFileSync(file, "utf8")).toBe("<svg/>");
  expect(statSync(file).mode & 0o777).toBe(0o400);
});

test("restores a file with another hash", () => {
  const found = unpacked();
  const file = join(found, ICON.path);
  rmSync(file);
  writeFileSync(file, "<SVG/>");

  verifyAsset(found, ICON, hash("sha256", ICON.bytes));

  expect(readFileSync(file, "utf8")).toBe("<svg/>");
});

test("skips a folder mounted noexec and leaves it empty", () => {
  const found = unpacked((tried) => {
    if (tried.startsWith(path("cache"))) throw new Error("x.node: failed to map segment");
  });

  expect(found).toBe(path("data/cache", NAME));
  expect(readdirSync(path("cache"))).toEqual([]);
});

test("skips a folder of another user", () => {
  const file = join(unpacked(), ICON.path);
  vi.spyOn(process, "geteuid").mockReturnValue(statSync(file).uid + 1);
  onTestFinished(() => void vi.restoreAllMocks());

  expect(() => unpacked()).toThrow(`${path("cache")}: it belongs to another user`);

  expect(readFileSync(file, "utf8")).toBe("<svg/>");
});

test("skips a folder that others can write to", () => {
  chmodSync(unpacked(), 0o777);

  expect(unpacked()).toBe(path("data/cache", NAME));
});

test("tries folders in the documented order", () => {
  writeFileSync(path("file"), "");
  const where = (env: Record<string, string>) => extractAssets(NAME, [ICON], () => {}, env);
  const [DATA_DIR, HOME, XDG_CACHE_HOME] = [path("data"), path("home"), path("xdg")];

  expect(where({ DATA_DIR, HOME, XDG_CACHE_HOME })).toBe(path("xdg", NAME));
  expect(where({ DATA_DIR, HOME })).toBe(path("home/.cache", NAME));
  expect(where({ DATA_DIR })).toBe(path("data/cache", NAME));
  expect(where({ DATA_DIR: path("file") })).toBe(path("tmp", NAME));
});

test("ignores leftovers of a killed start with the same pid", () => {
  const left = path("cache", NAME, `${ICON.path}.${process.pid}.part`);
  mkdirSync(dirname(left), { recursive: true, mode: 0o700 });
  writeFileSync(left, "<s", { mode: 0o400 });

  const found = unpacked();

  expect(readdirSync(join(found, "public"))).toEqual(["icon.svg"]);
  expect(readFileSync(join(found, ICON.path), "utf8")).toBe("<svg/>");
});

test("removes an incomplete extraction", () => {
  const onFullDisk = {
    path: "public/photo.webp",
    get bytes(): Uint8Array {
      throw new Error("no space left on device");
    },
  };
  const where = { ZOO_CACHE_DIR: path("cache"), DATA_DIR: path("data") };

  expect(() => extractAssets(NAME, [ICON, onFullDisk], () => {}, where)).toThrow("no space");

  expect(readdirSync(path("cache"))).toEqual([]);
});
