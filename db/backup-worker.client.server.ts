import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** The same path from db/ and from build/. The executable extracts it as JavaScript. */
const KIND = "zooUrl" in globalThis ? "mjs" : "ts";
const WORKER = new URL(`../db/backup.worker.${KIND}`, import.meta.url);

/** Runs `createBackup` in a worker: copying and checking a large file takes seconds. */
export const backupInWorker = (from: string, to: string, abort?: AbortSignal) =>
  runInWorker("back up", from, to, abort);

export const checkInWorker = (from: string) => runInWorker("check", from);

/** Runs `restore` in a worker, so that this thread still handles signals. */
export const restoreInWorker = (from: string, to: string, abort?: AbortSignal) =>
  runInWorker("restore", from, to, abort);

const loading = new Set<Promise<unknown>>();

/** A process that ends while a worker loads SQLite would crash, so it waits for this first. */
export const workersLoaded = () => Promise.all(loading);

/** Returns once the worker has ended; an aborted one ends where it is, and leaves its unfinished copy. */
async function runInWorker(task: string, from: string, to?: string, abort?: AbortSignal) {
  const worker = new Worker(WORKER, { workerData: { task, from, to } });
  abort?.addEventListener("abort", () => void worker.terminate());
  const loaded = Promise.race([once(worker, "message"), once(worker, "exit")])
    .catch(() => {}) // reported below
    .finally(() => loading.delete(loaded));
  loading.add(loaded);
  let answer: string | undefined;
  worker.on("message", (name: string | undefined) => {
    if (name !== "loaded") answer = name;
  });
  await once(worker, "exit");
  return answer;
}
