import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** The same path from db/ and from build/. The executable extracts it as JavaScript. */
const KIND = "zooUrl" in globalThis ? "mjs" : "ts";
const WORKER = new URL(`../db/backup.worker.${KIND}`, import.meta.url);

/** Runs `createBackup` in a worker: copying and checking a large file takes seconds. */
export const backupInWorker = (from: string, to: string) => runInWorker("back up", from, to);

export const checkInWorker = (from: string) => runInWorker("check", from);

/** Runs `restore` in a worker, so that this thread still handles signals. */
export const restoreInWorker = (from: string, to: string) => runInWorker("restore", from, to);

async function runInWorker(task: string, from: string, to?: string) {
  const worker = new Worker(WORKER, { workerData: { task, from, to } });
  let answer: string | undefined;
  worker.on("message", (name: string | undefined) => (answer = name));
  await once(worker, "exit");
  return answer;
}
