import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { ensurePrivateDir } from "../ensure-private-dir.server.ts";
import { generateKey, publicKeyOf } from "./encryption.server.ts";
import { keyFile } from "./key-file.ts";

/** The secret keys in DATA_DIR: the first encrypts, all decrypt. Throws when there is none. */
export function readKeys(dataDir: string) {
  const file = keyFile(dataDir);
  if (!existsSync(file)) throw new Error(`there is no key at ${file}; make one with backup-key`);
  const lines = readFileSync(file, "utf8").split("\n");
  const keys = lines.map((line) => line.trim()).filter((line) => /^AGE-SECRET-KEY-/.test(line));
  if (keys.length === 0) throw new Error(`${file} has no key`);
  return keys as [string, ...string[]];
}

/** Stores a key where there is none yet, a new one if none is given, and returns it with its public key. */
export async function storeKey(dataDir: string, given?: string) {
  const file = keyFile(dataDir);
  const key = given ?? (await generateKey());
  const publicKey = await publicKeyOf(key).catch(() => {
    throw new Error("That is not a key: it begins with AGE-SECRET-KEY-1");
  });
  ensurePrivateDir(dataDir);
  try {
    const text = `# Decrypts the off-site copies\n# public key: ${publicKey}\n${key}\n`;
    writeFileSync(file, text, { flag: "wx", mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new Error(
      `There is a key already: ${file}. To begin with a new one, rename that file, and keep it as long as its copies`,
      { cause: error },
    );
  }
  return { key, publicKey };
}
