import { parentPort, workerData } from "node:worker_threads";
import Database from "better-sqlite3";
import type { WorkerTask } from "./backup-worker.client.server.ts";
import { createBackup, assertIntact, restore } from "./backup.server.ts";
import { lowerThreadPriority } from "./online-copy.server.ts";

new Database(":memory:").close(); // loads SQLite, which must not be interrupted
parentPort?.postMessage("loaded");
lowerThreadPriority();
parentPort?.postMessage({ answer: await run(workerData as WorkerTask) });

async function run(data: WorkerTask): Promise<unknown> {
  switch (data.task) {
    case "back up":
      return createBackup(data.from, data.to);
    case "restore":
      return restore(data.from, data.to);
    case "check":
      return assertIntact(data.from);
    case "ship":
      return (await offsite()).ship(data);
    case "list copies":
      return (await offsite()).listCopies(data.settings);
    case "fetch copy":
      return (await offsite()).fetchCopy(data);
    case "store key":
      return (await import("./offsite/backup-key.server.ts")).storeKey(data.dataDir, data.given);
  }
}

/** Loaded only for these tasks, because of the code for encryption. */
function offsite() {
  return import("./offsite/offsite-copies.server.ts");
}
