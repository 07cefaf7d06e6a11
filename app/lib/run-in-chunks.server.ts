import { setTimeout as sleep } from "node:timers/promises";
import { sqlite } from "db/connection.server";

const YIELD_MS = 1;

/** Yields after each chunk, which should take 1 to 2 ms. Stops when the database is closed. */
export async function runInChunks(runChunk: () => "more" | "done") {
  while (sqlite.open && runChunk() === "more") await sleep(YIELD_MS);
}
