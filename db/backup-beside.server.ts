import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** From this folder, and from that of the build, which this file becomes a part of. */
const WORKER = new URL("../db/backup.worker.ts", import.meta.url);

/**
 * Backs up the database file `from` to `to` in a thread of its own: copying and checking a large file
 * takes seconds, and no visitor should wait for it. Throws when there is no sound copy to be had.
 */
export const backUpBeside = (from: string, to: string) =>
  once(new Worker(WORKER, { workerData: { from, to } }), "exit");

/**
 * Looks for damage in the database file, in a thread of its own: of a million orders that takes seconds,
 * and no start should wait for it. Throws when there is any.
 */
export const checkBeside = (from: string) =>
  once(new Worker(WORKER, { workerData: { from } }), "exit");
