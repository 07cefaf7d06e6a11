import { existsSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { acknowledged, bookings, databaseOf, judge } from "./bookings.ts";
import { end, openSite, withFolder } from "./site.ts";

/** G7: told to stop under load, the site finishes what it took on. */
export const stopped = (rounds: number) =>
  withFolder(async (folder) => {
    const answered: string[] = [];
    const codes = new Set<number | null>();
    let slowest = 0;
    let log = 0;
    for (let round = 0; round < rounds; round += 1) {
      const site = await openSite(folder);
      const load = bookings(site.url);
      await sleep(300 + Math.random() * 400);
      const { code, ms } = await end(site, "SIGTERM");
      await load.stop();
      answered.push(...acknowledged(load.attempts));
      codes.add(code);
      slowest = Math.max(slowest, ms);
      const wal = `${databaseOf(folder)}-wal`;
      log += existsSync(wal) ? statSync(wal).size : 0;
    }
    const { lost, unanswered, problems } = judge(databaseOf(folder), answered);
    const isClean = lost + unanswered + log + problems.length === 0;
    return {
      passed: answered.length > 0 && isClean && [...codes].join() === "0" && slowest < 10_000,
      figures: `${rounds} stops, ${answered.length} acknowledged, ${lost} lost, ${unanswered} booked but not answered, exit ${[...codes].join("/")}, slowest ${Math.round(slowest)} ms, ${log} bytes of log left`,
    };
  });
