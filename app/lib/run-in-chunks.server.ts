import { setTimeout as sleep } from "node:timers/promises";
import { sqlite } from "db/client.server";

/** After a slice of a millisecond or two, this rest leaves half of the process to visitors. */
const REST_MS = 1;

/**
 * Does work that grows with the zoo without blocking others: slice after slice, with a rest in between, until one
 * says that nothing is left, or the most slices are done. A slice should take a millisecond or two. Ends early
 * when the zoo closes; a caller that needs the rest starts again.
 */
export async function inSlices(slice: () => "more" | "done", most = Infinity) {
  for (let made = 0; made < most && sqlite.open && slice() === "more"; made += 1)
    await sleep(REST_MS);
}
