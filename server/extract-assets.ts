import { hash } from "node:crypto";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { dataDir } from "db/data-dir";
import { ensurePrivateDir } from "db/ensure-private-dir.server";

/** The system cannot load the native modules; another folder would not help. */
class UnsupportedSystemError extends Error {}

/** A file in the executable. `isCode`: a native module, whose hash is verified before it is loaded. */
export type Packed = {
  path: string;
  size: number;
  sha256: string;
  isCode: boolean;
  read(): Uint8Array;
};

type Env = Record<string, string | undefined>;

const load = process.dlopen.bind(process);

/**
 * Extracts files to a cache folder, laid out like the source tree, and returns it. `name` identifies the contents;
 * `probe` throws where native modules cannot be loaded. Safe for concurrent processes. Throws when no folder works.
 */
export function extractAssets(
  name: string,
  files: Packed[],
  probe: (folder: string) => void,
  env: Env,
) {
  const failures: string[] = [];
  for (const root of cacheDirs(env)) {
    const folder = join(root, name);
    try {
      ensureExtracted(folder, files);
      if (canLoadAddon(() => probe(folder))) return folder;
      rmSync(folder, { recursive: true, force: true });
      failures.push(`${root}: programs may not run there`);
    } catch (error) {
      if (error instanceof UnsupportedSystemError) throw error;
      failures.push(`${root}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const tried = failures.join("; ");
  throw new Error(
    `There is no folder to unpack into; set ZOO_CACHE_DIR to one from which programs may run. Tried ${tried}`,
  );
}

function cacheDirs(env: Env) {
  const { ZOO_CACHE_DIR, XDG_CACHE_HOME, HOME } = env;
  const inHome = HOME ? join(HOME, ".cache") : undefined;
  const data = join(dataDir(env), "cache");
  return [ZOO_CACHE_DIR, XDG_CACHE_HOME, inHome, data, tmpdir()].filter(
    (root): root is string => !!root,
  );
}

function ensureExtracted(folder: string, files: Packed[]) {
  ensurePrivateDir(dirname(folder));
  if (!exists(folder)) extractAll(folder, files);
  assertOwned(folder);
  for (const file of files) {
    if (!hasExpectedSize(join(folder, file.path), file)) writeFileAtomic(folder, file);
  }
}

/** Error messages of the dynamic loader for a missing or outdated library. */
const MISSING_LIBRARY = /version `.+' not found|cannot open shared object file: No such file/;

/** False on a disk that is mounted `noexec`. */
function canLoadAddon(probe: () => void) {
  try {
    probe();
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (/failed to map segment/.test(message)) return false;
    if (!MISSING_LIBRARY.test(message)) throw error;
    throw new UnsupportedSystemError(
      `This machine is too old for zoo-verse, or lacks a library: ${message}`,
    );
  }
}

/** Renamed once complete, for concurrent processes. */
function extractAll(folder: string, files: Packed[]) {
  const part = `${folder}.${process.pid}.part`;
  try {
    rmSync(part, { recursive: true, force: true });
    mkdirSync(part, { mode: 0o700 });
    for (const file of files) writeFileAtomic(part, file);
    renameSync(part, folder);
  } catch (error) {
    if (!exists(folder)) throw error; // else another process has extracted it
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

/** Other users could have modified the files of a folder that they can write to. */
function assertOwned(folder: string) {
  const stats = lstatSync(folder);
  if (!stats.isDirectory() || !isOwnedByUser(stats))
    throw new Error("it belongs to another user, or others can write to it");
}

const isOwnedByUser = ({ uid, mode }: { uid: number; mode: number }) =>
  uid === process.geteuid?.() && (mode & 0o022) === 0;

function hasExpectedSize(path: string, { size }: Packed) {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true && isOwnedByUser(stats) && stats.size === size;
}

function writeFileAtomic(folder: string, file: Packed) {
  const path = join(folder, file.path);
  const part = `${path}.${process.pid}.part`;
  ensurePrivateDir(dirname(path));
  writeFileSync(part, file.read());
  chmodSync(part, file.isCode ? 0o500 : 0o400);
  renameSync(part, path);
}

/** Verifies native modules of the folder, and the libraries beside them, before each is loaded; restores modified ones. */
export function verifyNativeModules(folder: string, files: Packed[]) {
  const scopeOf = (path: string) => path.split("/").slice(0, 2).join("/");
  let unverified = files.filter(({ isCode }) => isCode);

  process.dlopen = (module: object, path: string, ...flags: number[]) => {
    const scope = scopeOf(relative(folder, path));
    for (const file of unverified.filter((file) => scopeOf(file.path) === scope)) {
      const bytes = readFileSync(join(folder, file.path));
      if (hash("sha256", bytes) !== file.sha256) writeFileAtomic(folder, file);
    }
    unverified = unverified.filter((file) => scopeOf(file.path) !== scope);
    load(module, path, ...flags);
  };
}

const exists = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
