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
import { dataFolder } from "db/data-folder";
import { makeFolder } from "db/make-folder.server";

/** This machine cannot load our machine code, so another folder would not help. */
class Unloadable extends Error {}

/** A file inside the one file. `isCode` is machine code, which is hashed before it is loaded. */
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
 * Unpacks what must be files into a folder that later starts find again, and returns it; inside, it is laid out
 * like the source tree, and `name` identifies its contents. `tryOut` throws where programs may not run. Two
 * processes may unpack at once. Throws, with one line, when no folder will do.
 */
export function unpack(name: string, files: Packed[], tryOut: (folder: string) => void, env: Env) {
  const refusals: string[] = [];
  for (const root of candidates(env)) {
    const folder = join(root, name);
    try {
      settle(folder, files);
      if (runs(() => tryOut(folder))) return folder;
      rmSync(folder, { recursive: true, force: true });
      refusals.push(`${root}: programs may not run there`);
    } catch (error) {
      if (error instanceof Unloadable) throw error;
      refusals.push(`${root}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const tried = refusals.join("; ");
  throw new Error(
    `There is no folder to unpack into; set ZOO_CACHE_DIR to one from which programs may run. Tried ${tried}`,
  );
}

function candidates(env: Env) {
  const { ZOO_CACHE_DIR, XDG_CACHE_HOME, HOME } = env;
  const inHome = HOME ? join(HOME, ".cache") : undefined;
  const data = join(dataFolder(env), "cache");
  return [ZOO_CACHE_DIR, XDG_CACHE_HOME, inHome, data, tmpdir()].filter(
    (root): root is string => !!root,
  );
}

function settle(folder: string, files: Packed[]) {
  makeFolder(dirname(folder));
  if (!isThere(folder)) unpackAll(folder, files);
  refuseForeign(folder);
  for (const file of files) {
    if (!looksRight(join(folder, file.path), file)) put(folder, file);
  }
}

/** What the C library says when it, or another library, is missing or too old. */
const LACKING = /version `.+' not found|cannot open shared object file: No such file/;

/** False on a disk that is mounted `noexec`. */
function runs(tryOut: () => void) {
  try {
    tryOut();
    return true;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    if (/failed to map segment/.test(said)) return false;
    if (!LACKING.test(said)) throw error;
    throw new Unloadable(`This machine is too old for zoo-verse, or lacks a library: ${said}`);
  }
}

/** Under a name of its own first: a process that finds the folder finds it whole. */
function unpackAll(folder: string, files: Packed[]) {
  const part = `${folder}.${process.pid}.part`;
  try {
    rmSync(part, { recursive: true, force: true });
    mkdirSync(part, { mode: 0o700 });
    for (const file of files) put(part, file);
    renameSync(part, folder);
  } catch (error) {
    if (!isThere(folder)) throw error; // else another process was quicker
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

/** A folder that others can write to may hold files that they have changed. */
function refuseForeign(folder: string) {
  const found = lstatSync(folder);
  if (!found.isDirectory() || !isOurs(found))
    throw new Error("it belongs to another user, or others can write to it");
}

const isOurs = ({ uid, mode }: { uid: number; mode: number }) =>
  uid === process.geteuid?.() && (mode & 0o022) === 0;

function looksRight(path: string, { size }: Packed) {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && isOurs(found) && found.size === size;
}

function put(folder: string, file: Packed) {
  const path = join(folder, file.path);
  const part = `${path}.${process.pid}.part`;
  makeFolder(dirname(path));
  writeFileSync(part, file.read());
  chmodSync(part, file.isCode ? 0o500 : 0o400);
  renameSync(part, path);
}

/**
 * From now on machine code from the folder is loaded only when it is what was packed, and replaced when
 * it is not, together with the libraries beside it.
 */
export function guardLoading(folder: string, files: Packed[]) {
  const scopeOf = (path: string) => path.split("/").slice(0, 2).join("/");
  let unseen = files.filter(({ isCode }) => isCode);

  process.dlopen = (module: object, path: string, ...flags: number[]) => {
    const scope = scopeOf(relative(folder, path));
    for (const file of unseen.filter((file) => scopeOf(file.path) === scope)) {
      const bytes = readFileSync(join(folder, file.path));
      if (hash("sha256", bytes) !== file.sha256) put(folder, file);
    }
    unseen = unseen.filter((file) => scopeOf(file.path) !== scope);
    load(module, path, ...flags);
  };
}

const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
