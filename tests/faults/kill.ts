import { setTimeout as sleep } from "node:timers/promises";
import { acknowledged, bookings, databaseOf, judge } from "./bookings.ts";
import { end, openSite, withFolder } from "./site.ts";

/** G1: the process is killed at random moments while 16 writers book; what was answered must be there. */
export const killed = (rounds: number) =>
  withFolder(async (folder) => {
    const answered: string[] = [];
    const restarts: number[] = [];
    const problems: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const site = await openSite(folder);
      restarts.push(site.openedAfterMs);
      const load = bookings(site.url);
      await sleep(200 + Math.random() * 600);
      await end(site, "SIGKILL");
      await load.stop();
      answered.push(...acknowledged(load.attempts));
    }
    const { lost, doubled, problems: found } = judge(databaseOf(folder), answered);
    problems.push(...found);
    const restart = restarts.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
    return {
      passed: answered.length > 0 && lost === 0 && doubled === 0 && problems.length === 0,
      figures: `${rounds} kills, ${answered.length} acknowledged, ${lost} lost, ${doubled} doubled, ${problems.length} problems in the file, restart ${Math.round(restart)} ms (median)`,
    };
  });
