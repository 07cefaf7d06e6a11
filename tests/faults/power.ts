import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { acknowledged, bookings, databaseOf, judge } from "./bookings.ts";
import { carelessly, faultyDisk } from "./disk.ts";
import { end, openSite, withFolder } from "./site.ts";

/** G2: the power goes while writers book. Only what was synced is left, and a site opens on that. */
export const powerCut = (rounds: number) =>
  withFolder(async (folder) => {
    const library = faultyDisk(folder);
    if (!library) return { passed: undefined, figures: "not run: there is no gcc" };
    const site = await cuts(folder, library, rounds, {});
    const control = await cuts(folder, library, Math.ceil(rounds / 5), carelessly);
    return {
      passed: site.answered > 0 && site.lost + site.bad === 0 && control.lost > 0,
      figures: `${rounds} cuts, ${site.answered} acknowledged, ${site.lost} lost, ${site.bad} unsound files; control with synchronous = NORMAL lost ${control.lost} of ${control.answered}`,
    };
  });

async function cuts(folder: string, library: string, rounds: number, env: Record<string, string>) {
  const sum = { answered: 0, lost: 0, bad: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const [data, left] = [join(folder, "data"), join(folder, "left")];
    for (const each of [data, left]) {
      await rm(each, { recursive: true, force: true });
      await mkdir(each);
    }
    const site = await openSite(data, { ...env, LD_PRELOAD: library, SHADOW: left });
    const load = bookings(site.url);
    await sleep(200 + Math.random() * 500);
    await end(site, "SIGKILL");
    await load.stop();
    await rm(data, { recursive: true });
    await cp(left, data, { recursive: true, filter: (file) => !file.endsWith(".part") });

    await end(await openSite(data), "SIGTERM");
    const answered = acknowledged(load.attempts);
    const { lost, problems } = judge(databaseOf(data), answered);
    sum.answered += answered.length;
    sum.lost += lost;
    sum.bad += Number(problems.length > 0);
  }
  return sum;
}
