import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { storeKeyInWorker } from "db/backup-worker.client.server";
import { dataDir } from "db/data-dir";
import { keyFile } from "db/offsite/key-file";
import { restore } from "./database.ts";
import { readSecret } from "./read-password.ts";
import { UsageError } from "./report-error.ts";

/** Makes the key of the off-site copies, or takes one that was made elsewhere. */
export async function backupKey(options: { import?: true }) {
  const given = options.import ? (await readSecret("Key: ")).trim() : undefined;
  const stored = await storeKeyInWorker(dataDir(), given);
  if (!stored) throw new Error("No key was stored");
  const file = resolve(keyFile(dataDir()));
  if (options.import) return console.log(`The key is stored in ${file}`);
  console.log(`${stored.key}

This is the key of the off-site copies, and is shown only now. Keep it apart from this machine, for example on paper in
a safe: without it nobody can restore a copy on another machine, not even you. Here it is in ${file}.`);
}

/** Replaces the database by a copy from BACKUP_TO, or only checks that copy. */
export async function restoreOffsite(wanted: string | undefined, options: { check?: true }) {
  const { env } = await import("~/env.server");
  if (!env.BACKUP_TO) throw new UsageError("BACKUP_TO is not set");
  const copies = await import("~/features/maintenance/download-copy.server");
  const names = await copies.listOffsiteCopies();
  const name = wanted ? copies.findCopy(names, wanted) : await choose(names);
  if (!name) return;
  await copies.withDownloadedCopy(name, async (file) => {
    console.log(`Downloaded and decrypted ${name}`);
    await restore(file, options, name);
  });
}

/** The chosen copy; undefined where nobody can choose. */
async function choose(names: string[]) {
  const newestFirst = names.toReversed();
  for (const [at, name] of newestFirst.entries()) console.log(`${at + 1}  ${name}`);
  if (!process.stdin.isTTY) return void console.log("To restore one: restore --offsite NAME");
  const line = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await line.question("Which one? ").catch(() => ""); // interrupted
  line.close();
  const name = newestFirst[Number(answer.trim()) - 1];
  if (!name) throw new Error("None was chosen");
  return name;
}
