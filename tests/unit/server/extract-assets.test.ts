import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { extractAssets, type Asset } from "../../../server/extract-assets";

const NAME = "zoo-verse-0";
const assetOf = (path: string, read: Asset["read"]): Asset => ({ path, size: 6, read });
const ICON = assetOf("public/icon.svg", () => Buffer.from("<svg/>"));

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

test("extracts a file again that is open to others", () => {
  const file = join(unpacked(), ICON.path);
  chmodSync(file, 0o602);

  expect(unpacked()).toBe(path("cache", NAME));

  expect(statSync(file).mode & 0o777).toBe(0o400);
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

test("tries folders in the documented order", () => {
  writeFileSync(path("file"), "");
  const where = (env: Record<string, string>) => extractAssets(NAME, [ICON], () => {}, env);
  const [DATA_DIR, HOME, XDG_CACHE_HOME] = [path("data"), path("home"), path("xdg")];

  expect(where({ DATA_DIR, HOME, XDG_CACHE_HOME })).toBe(path("xdg", NAME));
  expect(where({ DATA_DIR, HOME })).toBe(path("home/.cache", NAME));
  expect(where({ DATA_DIR: path("file") })).toBe(path("tmp", NAME));
});

test("reports a machine that is too old", () => {
  const said = "/lib64/libc.so.6: version `GLIBC_2.34' not found (required by linux-x64.node)";
  const load = () => {
    throw new Error(said);
  };
  expect(() => unpacked(load)).toThrow(
    `This machine is too old for zoo-verse, or lacks a library: ${said}`,
  );
});

test("removes an incomplete extraction", () => {
  const onFullDisk = assetOf("public/photo.webp", () => {
    throw new Error("no space left on device");
  });
  const where = { ZOO_CACHE_DIR: path("cache"), DATA_DIR: path("data") };

  expect(() => extractAssets(NAME, [ICON, onFullDisk], () => {}, where)).toThrow("no space");

  expect(readdirSync(path("cache"))).toEqual([]);
});
