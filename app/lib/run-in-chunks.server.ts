import { setTimeout as sleep } from "node:timers/promises";
import { sqlite } from "db/connection.server";

const YIELD_MS = 1;

/**
 * Runs long work without blocking requests: calls `runChunk`, which should take 1 to 2 ms, until it returns "done".
 * Stops when the database is closed.
 */
export async function runInChunks(runChunk: () => "more" | "done") {
  while (sqlite.open && runChunk() === "more") await sleep(YIELD_MS);
}
