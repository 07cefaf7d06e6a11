import { counter } from "./counter.ts";
import { rush } from "./rush.ts";
import { webhooks } from "./webhooks.ts";
import type { Line } from "../result-line.ts";

/** The busiest moments of a zoo that takes payments online, with all of it switched on. */
export async function peak(isQuick: boolean): Promise<Line[]> {
  return [
    ...(await webhooks(isQuick ? 3 : 20)),
    ...(await counter(isQuick ? 100 : 500)),
    ...(await rush(isQuick ? 2_000 : 20_000)),
  ];
}
