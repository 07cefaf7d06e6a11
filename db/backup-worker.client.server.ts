import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { FetchTask, Shipped, ShipTask } from "./offsite/offsite-copies.server";
import type { StoreSettings } from "./offsite/open-store.server";

/** The same path from db/ and from build/. The executable extracts it as JavaScript. */
const KIND = "zooUrl" in globalThis ? "mjs" : "ts";
const WORKER = new URL(`../db/backup.worker.${KIND}`, import.meta.url);

export type WorkerTask =
  | { task: "back up" | "restore"; from: string; to: string }
  | { task: "check"; from: string }
  | ({ task: "ship" } & ShipTask)
  | { task: "list copies"; settings: StoreSettings }
  | ({ task: "fetch copy" } & FetchTask)
  | { task: "store key"; dataDir: string; given: string | undefined };

/** Runs `createBackup` in a worker: copying and checking a large file takes seconds. */
export const backupInWorker = (from: string, to: string, abort?: AbortSignal) =>
  runInWorker({ task: "back up", from, to }, abort);

export const checkInWorker = (from: string) => runInWorker({ task: "check", from });

/** Runs `restore` in a worker, so that this thread still handles signals. */
export const restoreInWorker = (from: string, to: string, abort?: AbortSignal) =>
  runInWorker<string | undefined>({ task: "restore", from, to }, abort);

/** Runs `ship` in a worker: encrypting and sending a large file takes minutes. Undefined when it was aborted. */
export const shipInWorker = (task: ShipTask, abort?: AbortSignal) =>
  runInWorker<Shipped>({ task: "ship", ...task }, abort);

/** Off-site copies in a worker, which alone holds the code for them. */
export const listCopiesInWorker = (settings: StoreSettings) =>
  runInWorker<string[]>({ task: "list copies", settings });

export const fetchCopyInWorker = (task: FetchTask, abort?: AbortSignal) =>
  runInWorker({ task: "fetch copy", ...task }, abort);

/** Runs `storeKey`. */
export const storeKeyInWorker = (dataDir: string, given?: string) =>
  runInWorker<{ key: string; publicKey: string }>({ task: "store key", dataDir, given });

const loading = new Set<Promise<unknown>>();

/** A process that ends while a worker loads SQLite crashes, so it waits for this first. */
export const workersLoaded = () => Promise.all(loading);

/** Returns once the worker has ended; an aborted one ends where it is, and leaves its unfinished copy. */
async function runInWorker<Answer>(task: WorkerTask, abort?: AbortSignal) {
  const worker = new Worker(WORKER, { workerData: task });
  const loaded = Promise.race([once(worker, "message"), once(worker, "exit")])
    .catch(() => {}) // reported below
    .finally(() => loading.delete(loaded));
  loading.add(loaded);
  abort?.addEventListener("abort", () => void loaded.then(() => worker.terminate()));
  let answer: Answer | undefined;
  worker.on("message", (message: "loaded" | { answer: Answer }) => {
    if (message !== "loaded") answer = message.answer;
  });
  process.on("exit", endAtOnce);
  await once(worker, "exit").finally(() => process.off("exit", endAtOnce));
  return answer;
}

/** At its exit Node waits for a worker in the middle of SQLite: minutes where that checks a large database. */
function endAtOnce(code: number) {
  const signal = code === 0 ? "SIGTERM" : "SIGKILL"; // a service that is ended by SIGTERM has not failed
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
