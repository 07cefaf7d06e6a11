import { rmSync } from "node:fs";
import { join } from "node:path";
import { publicKeyOf, decryptFile, encryptFile } from "./encryption.server.ts";
import { readKeys } from "./backup-key.server.ts";
import { openStore, type StoreSettings } from "./open-store.server.ts";
import { isDated, isOffsiteCopy, offsiteNameOf } from "../backup-names.ts";
import { PART, type OffsiteStore } from "./offsite-store.ts";

export type ShipTask = {
  settings: StoreSettings;
  dataDir: string;
  /** The verified backup, and when it is: UTC ms. */
  backup: string;
  now: number;
  keep: number;
};

export type Shipped = {
  names: string[];
  /** Why older copies are still there. */ notRemoved?: string;
};

/**
 * Encrypts a backup, sends it, and removes the oldest copies beyond `keep`. Nothing is sent twice. Rejects with the
 * reason when the copy did not arrive.
 */
export async function ship({ settings, dataDir, backup, now, keep }: ShipTask): Promise<Shipped> {
  const store = openStore(settings);
  const [key] = readKeys(dataDir);
  const there = await store.list();
  const name = offsiteNameOf(backup);
  if (!there.includes(name)) {
    const sealed = join(dataDir, "backups", name + PART);
    try {
      rmSync(sealed, { force: true });
      await encryptFile(join(dataDir, "backups", backup), sealed, await publicKeyOf(key));
      await store.put(sealed, name);
    } finally {
      rmSync(sealed, { force: true });
    }
  }
  return prune(store, [...new Set([...there, name])], now, keep);
}

/** Copies dated in the future stay, and do not count: a wrong clock made them. */
async function prune(store: OffsiteStore, there: string[], now: number, keep: number) {
  const copies = there.filter((name) => isDated(name, now)).toSorted();
  const old = copies.slice(0, -keep);
  const parts = there.filter(
    (name) => name.endsWith(PART) && isOffsiteCopy(name.slice(0, -PART.length)),
  );
  const shipped = { names: copies.slice(-keep) };
  try {
    if (old.length + parts.length > 0) await store.remove([...old, ...parts]);
    return shipped;
  } catch (error) {
    return { ...shipped, notRemoved: error instanceof Error ? error.message : String(error) };
  }
}

/** The names of complete copies, oldest first. */
export const listCopies = async (settings: StoreSettings) =>
  (await openStore(settings).list()).filter(isOffsiteCopy).toSorted();

export type FetchTask = { settings: StoreSettings; dataDir: string; name: string; to: string };

/** Downloads a copy and decrypts it to a new file `to`. Rejects, and leaves nothing, unless it is complete and unchanged. */
export async function fetchCopy({ settings, dataDir, name, to }: FetchTask) {
  if (!isOffsiteCopy(name)) throw new Error(`${name} is not the name of an off-site copy`);
  const keys = readKeys(dataDir);
  const sealed = `${to}.age`;
  for (const file of [to, sealed]) rmSync(file, { force: true });
  try {
    await openStore(settings).get(name, sealed);
    await decrypt(sealed, to, keys, name);
  } finally {
    rmSync(sealed, { force: true });
  }
}

async function decrypt(sealed: string, to: string, keys: string[], name: string) {
  try {
    await decryptFile(sealed, to, keys);
  } catch (error) {
    rmSync(to, { force: true });
    const why = error instanceof Error ? error.message : String(error);
    const explained = /no identity matched/.test(why) // the library's words for it
      ? `${name} was encrypted with another key than that in DATA_DIR`
      : `${name} cannot be decrypted, because it is incomplete or was changed: ${why}`;
    throw new Error(explained, { cause: error });
  }
}
