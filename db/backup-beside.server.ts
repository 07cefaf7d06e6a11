import { once } from "node:events";
import { Worker } from "node:worker_threads";

/**
 * Found from this folder, and from that of the build, which this file becomes part of. The one file unpacks it as
 * JavaScript: what Node needs to read TypeScript would take 25 MB.
 */
const KIND = "zooUrl" in globalThis ? "js" : "ts";
const WORKER = new URL(`../db/backup.worker.${KIND}`, import.meta.url);

/**
 * Backs up the database file `from` to `to` in a thread of its own: copying and checking a large file
 * takes seconds, and no visitor should wait for it. Throws when there is no sound copy to be had.
 */
export const backUpBeside = (from: string, to: string) => done("back up", from, to);

/**
 * Looks for damage in the database file, in a thread of its own: with a million orders that takes seconds, and no
 * start should wait for it. Throws when there is any.
 */
export const checkBeside = (from: string) => done("check", from);

/** Restores in a thread of its own, so that this one can be told to stop. Returns and throws as `restore`. */
export const restoreBeside = (from: string, to: string) => done("restore", from, to);

async function done(task: string, from: string, to?: string) {
  const worker = new Worker(WORKER, { workerData: { task, from, to } });
  let answer: string | undefined;
  worker.on("message", (name: string | undefined) => (answer = name));
  await once(worker, "exit");
  return answer;
}
