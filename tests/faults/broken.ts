import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { acknowledged, bookings, bookOnce, databaseOf, judge } from "./bookings.ts";
import { faultyDisk } from "./disk.ts";
import { end, openSite, withFolder } from "./site.ts";

/** G5: a sync fails under load. Nothing is written from then on, reads go on, and a restart mends it. */
export const diskBroken = (rounds: number) =>
  withFolder(async (folder) => {
    const library = faultyDisk(folder);
    if (!library) return { passed: undefined, figures: "not run: there is no gcc" };
    const data = join(folder, "data");
    mkdirSync(data);
    const sign = join(folder, "broken");
    const answered: string[] = [];
    let wrong = 0;
    for (let round = 0; round < rounds; round += 1) {
      const site = await openSite(data, { LD_PRELOAD: library, EIO_WHILE: sign });
      const load = bookings(site.url, 8);
      await sleep(150 + Math.random() * 200);
      writeFileSync(sign, "");
      const isRefused = () => load.attempts.some(({ status }) => status === 503);
      for (const until = Date.now() + 5_000; !isRefused() && Date.now() < until;) await sleep(20);
      rmSync(sign);
      await load.stop();
      const statuses = [
        (await bookOnce(site.url)).status,
        (await fetch(`${site.url}/readyz`)).status,
        (await fetch(`${site.url}/animals`)).status,
        (await end(site, "SIGTERM")).code,
      ];
      wrong += Number(statuses.join() !== "503,503,200,0");
      const other = load.attempts.filter(({ status }) => status !== 201 && status !== 503);
      wrong += other.length;
      answered.push(...acknowledged(load.attempts));
    }
    const { lost, doubled, problems } = judge(databaseOf(data), answered);
    return {
      passed: wrong + lost + doubled + problems.length === 0 && answered.length > 0,
      figures: `${rounds} failed syncs, ${wrong} sites that did not stay read-only, ready 503, reads 200 and exit 0; ${lost} of ${answered.length} acknowledged lost, ${problems.length} problems in the file`,
    };
  });
