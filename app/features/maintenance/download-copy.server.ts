import { rmSync } from "node:fs";
import { join } from "node:path";
import { fetchCopyInWorker, listCopiesInWorker } from "db/backup-worker.client.server";
import { deleteDatabaseFiles } from "db/online-copy.server";
import { env } from "~/env.server";
import { interruptible } from "./interruptible.server";
import { storeSettings } from "./offsite-backups.server";

/** The names of the copies at BACKUP_TO, oldest first. Throws where there is none. */
export async function listOffsiteCopies() {
  const names = (await listCopiesInWorker(storeSettings())) ?? [];
  if (names.length === 0) throw new Error(`There is no copy at ${env.BACKUP_TO}`);
  return names;
}

/** The copy of that name, or the latest. Throws where there is none. */
export function findCopy(names: string[], wanted: string) {
  const name = wanted === "latest" ? names.at(-1) : names.find((each) => each === wanted);
  if (!name) throw new Error(`There is no copy ${wanted} at BACKUP_TO`);
  return name;
}

/** Downloads and decrypts one of them into a file, which is there only while this works with it. */
export async function withDownloadedCopy(name: string, work: (file: string) => Promise<void>) {
  const to = join(env.DATA_DIR, "offsite.db.part");
  try {
    await interruptible(to, async (abort) => {
      abort.addEventListener("abort", () => rmSync(`${to}.age`, { force: true }));
      const task = { settings: storeSettings(), dataDir: env.DATA_DIR, name, to };
      await fetchCopyInWorker(task, abort);
    });
    await work(to);
  } finally {
    deleteDatabaseFiles(to);
  }
}
