import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { acknowledged, bookings, bookOnce, databaseOf, judge } from "./bookings.ts";
import { withSmallDisk } from "./disk.ts";
import { end, openSite, withFolder } from "./site.ts";

const BLOCK = Buffer.alloc(64 * 1024);
const READS = ["/", "/animals", "/tickets", "/api/v1/order/availability?date=", "/healthz"];

/** G4: the disk fills up while visitors book, and is cleared again, without a restart. */
export const diskFull = (rounds: number) =>
  withFolder(async (folder) => {
    const small = join(folder, "small");
    mkdirSync(small);
    const found = await withSmallDisk(small, 24, () => fillAndClear(small, rounds));
    return found ?? { passed: undefined, figures: "not run: it takes the right to mount" };
  });

async function fillAndClear(folder: string, rounds: number) {
  const ballast = join(folder, "ballast");
  const site = await openSite(folder);
  const answered: string[] = [];
  const sum = { reads: 0, badReads: 0, refused: 0, odd: 0, recovered: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const load = bookings(site.url, 8);
    await sleep(300);
    for (const until = Date.now() + 1_500; Date.now() < until; await sleep(20)) {
      fill(ballast);
      const ok = await read(site.url, READS[sum.reads % READS.length] ?? "/");
      sum.reads += 1;
      sum.badReads += Number(!ok);
    }
    await load.stop();
    rmSync(ballast);
    const after = await bookOnce(site.url);
    sum.recovered += Number(after.status === 201);
    const said = load.attempts.filter(({ status }) => status === 503);
    sum.refused += said.length;
    sum.odd += load.attempts.filter(({ status }) => status !== 201 && status !== 503).length;
    sum.odd += said.filter(
      ({ message }) => !/^Nothing can be saved right now/.test(message),
    ).length;
    answered.push(...acknowledged([...load.attempts, after]));
  }
  await end(site, "SIGTERM");
  const { lost, doubled, problems } = judge(databaseOf(folder), answered);
  const wrong = sum.badReads + sum.odd + lost + doubled + problems.length;
  return {
    passed: wrong === 0 && sum.refused > 0 && sum.recovered === rounds,
    figures: `${rounds} times full, ${sum.reads} reads of which ${sum.badReads} failed, ${sum.refused} writes refused with 503 and why, ${sum.odd} otherwise, ${sum.recovered} times writing again without a restart, ${lost} of ${answered.length} lost, ${problems.length} problems in the file`,
  };
}

function fill(ballast: string) {
  try {
    for (;;) appendFileSync(ballast, BLOCK);
  } catch {
    // full
  }
}

async function read(url: string, path: string) {
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const response = await fetch(url + path.replace(/date=$/, `date=${day}`)).catch(() => null);
  await response?.arrayBuffer();
  return response?.status === 200;
}
