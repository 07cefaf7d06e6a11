import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Line } from "./result-line.ts";

const MOST_STALL_MS = 20;
const ROUNDS = 5;
const ROUND_MS = 2_000;

const WHOLE = {
  "The table of all orders": "/admin/dashboard/reports/orders.csv",
  "The report of all orders": "/admin/dashboard/reports",
  "The audit, read from its start": "/admin/dashboard/audit?check=again",
};

/** Longest of many small requests in a round: with nothing else going on, and beside something. */
type Round = { quiet: number; beside: number };

/** How much longer another request takes at worst while one goes through everything. */
export async function stalls({ url, cookie }: { url: string; cookie: string }): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [name, path] of Object.entries(WHOLE)) {
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const start = performance.now();
      const beside = await longest(url, () => whole(url + path, cookie));
      const ms = performance.now() - start; // of a longer time the longest is longer
      rounds.push({ beside, quiet: await longest(url, () => sleep(ms)) });
    }
    lines.push(judged(name, rounds));
  }
  return lines;
}

/** What stalls does it every time; a busy machine does so now and then, also while nothing goes on. */
function judged(name: string, rounds: Round[]): Line {
  const quiet = Math.min(...rounds.map((round) => round.quiet));
  const beside = Math.min(...rounds.map((round) => round.beside));
  const ms = beside - quiet;
  return {
    name: `${name} stalls no other request`,
    figure: `${ms.toFixed(1)} ms (${beside.toFixed(1)} beside it, ${quiet.toFixed(1)} without)`,
    bar: `at most ${MOST_STALL_MS} ms`,
    ok: ms <= MOST_STALL_MS,
  };
}

/** A quick answer is asked for again. */
async function whole(address: string, cookie: string) {
  const until = Date.now() + ROUND_MS;
  do {
    const answer = await fetch(address, { headers: { cookie } });
    if (!answer.ok) throw new Error(`${address} was answered ${answer.status}`);
    await answer.body?.pipeTo(new WritableStream());
  } while (Date.now() < until);
}

/** The longest of small requests that are sent every 5 ms while something goes on, from another thread. */
async function longest(url: string, during: () => Promise<unknown>): Promise<number> {
  const worker = new Worker(new URL("./pinger.ts", import.meta.url), { workerData: url });
  await once(worker, "message"); // it is warm
  await during();
  worker.postMessage("enough");
  const [ms] = await once(worker, "message");
  return ms;
}
