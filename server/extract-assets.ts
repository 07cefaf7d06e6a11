import { existsSync, lstatSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { dataDir } from "db/data-dir";
import { ensurePrivateDir } from "db/ensure-private-dir.server";

/** A file in the executable, read only when it is extracted. */
export type Asset = { path: string; size: number; read(): Uint8Array };

type Probe = (folder: string) => void;
type Env = NodeJS.Dict<string>;

/** Modification time of the files: any other is of a file that was modified since. */
const EXTRACTED_MS = 1e12;

/** Error messages of the dynamic loader for a missing or outdated library; another folder would not help. */
const MISSING_LIBRARY = /version `.+' not found|cannot open shared object file: No such file/;

/**
 * Extracts files to a cache folder, laid out like the source tree, and returns it. `name` identifies the contents;
 * `probe` throws where native modules cannot be loaded. Safe for concurrent processes. Throws when no folder works.
 */
export function extractAssets(name: string, assets: Asset[], probe: Probe, env: Env = process.env) {
  const failures: string[] = [];
  for (const root of cacheDirs(env)) {
    const folder = join(root, name);
    const isNew = !existsSync(folder);
    try {
      ensurePrivateDir(folder);
      assertOwned(folder);
      for (const asset of assets) if (!isIntact(folder, asset)) extract(folder, asset);
      probe(folder);
      return folder;
    } catch (error) {
      if (isNew && existsSync(folder)) rmSync(folder, { recursive: true, force: true });
      const message = error instanceof Error ? error.message : String(error);
      if (MISSING_LIBRARY.test(message))
        throw new Error(`This machine is too old for zoo-verse, or lacks a library: ${message}`);
      const isNoexec = message.includes("failed to map segment");
      failures.push(`${root}: ${isNoexec ? "programs may not run there" : message}`);
    }
  }
  const help = "set ZOO_CACHE_DIR to one from which programs may run";
  throw new Error(`There is no folder to unpack into; ${help}. Tried ${failures.join("; ")}`);
}

function cacheDirs(env: Env) {
  const inHome = env.HOME && join(env.HOME, ".cache");
  const inData = join(dataDir(env), "cache");
  const candidates = [env.ZOO_CACHE_DIR, env.XDG_CACHE_HOME, inHome, inData, tmpdir()];
  return candidates.flatMap((root) => root || []);
}

/** Other users could have modified the files of a folder that they can write to. */
function assertOwned(folder: string) {
  const stats = lstatSync(folder);
  if (!stats.isDirectory() || !isOwnedByUser(stats))
    throw new Error("it belongs to another user, or others can write to it");
}

const isOwnedByUser = ({ uid, mode }: { uid: number; mode: number }) =>
  uid === process.geteuid?.() && (mode & 0o022) === 0;

function isIntact(folder: string, { path, size }: Asset) {
  const stats = lstatSync(`${folder}/${path}`, { throwIfNoEntry: false });
  if (!stats?.isFile() || !isOwnedByUser(stats)) return false;
  return stats.size === size && stats.mtimeMs === EXTRACTED_MS;
}

/** Renamed once it is complete, for concurrent processes; modules, which would end the site, once they are on the disk. */
function extract(folder: string, { path, read }: Asset) {
  const file = join(folder, path);
  const part = `${file}.${process.pid}.part`;
  ensurePrivateDir(dirname(file));
  rmSync(part, { force: true }); // of a killed process with the same pid
  writeFileSync(part, read(), { mode: 0o400, flush: path.startsWith("node_modules/") });
  utimesSync(part, EXTRACTED_MS / 1000, EXTRACTED_MS / 1000);
  renameSync(part, file);
}
