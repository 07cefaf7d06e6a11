import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { pinnedNode, ROOT } from "../../scripts/set-up.mjs";
import { acknowledged, bookings, databaseOf, judge } from "./bookings.ts";
import { end, openSite, withFolder, type Site } from "./site.ts";

const TOKEN = "a-token-for-the-fault-tests";
const MEGABYTES = 100;

/** When a new site makes its first backup. */
const OWN_AFTER_MS = 60_000;

/** G8: backups by hand, and the site's own, while visitors book as fast as they can. */
export const backedUp = (rounds: number) =>
  withFolder(async (folder) => {
    await end(await openSite(folder), "SIGTERM");
    weigh(databaseOf(folder));
    const opened = Date.now();
    const site = await openSite(folder, { METRICS_TOKEN: TOKEN });
    const load = bookings(site.url, 8);
    await sleep(1_000);
    await stallOf(site);
    await sleep(4_000);
    const usual = await stallOf(site);

    let missing = 0;
    let problems = 0;
    for (let round = 0; round < rounds; round += 1) {
      const before = acknowledged(load.attempts);
      const copy = join(folder, `copy-${round}.db`);
      const zoo = spawn(pinnedNode(), ["scripts/zoo.mjs", "backup", copy], {
        cwd: ROOT,
        env: { ...process.env, DATA_DIR: folder },
      });
      const [code] = (await once(zoo, "exit")) as [number];
      const verdict =
        code === 0 ? judge(copy, before) : { lost: before.length, problems: ["none"] };
      missing += verdict.lost;
      problems += verdict.problems.length;
    }
    const byHand = await stallOf(site);
    await load.stop();

    // Idle until shortly before the minute, when the site also takes new orders into its search.
    await sleep(opened + OWN_AFTER_MS - 4_000 - Date.now());
    const again = bookings(site.url, 8);
    await sleep(1_000);
    await stallOf(site);
    const own = join(folder, "backups");
    const isThere = () => existsSync(own) && readdirSync(own).some((name) => name.endsWith(".db"));
    for (const until = Date.now() + 30_000; !isThere() && Date.now() < until;) await sleep(200);
    const byItself = await stallOf(site);
    await again.stop();
    await end(site, "SIGTERM");
    return {
      passed: isThere() && missing + problems === 0 && Math.max(byHand, byItself) < usual + 100,
      figures: `${rounds} backups of ${MEGABYTES} MB and the site's own, ${load.attempts.length + again.attempts.length} bookings meanwhile, ${missing} acknowledged before the start missing, ${problems} unsound; worst stall ${byHand} ms by hand, ${byItself} ms by itself, ${usual} ms without`,
    };
  });

/** Gives the file the weight of a zoo with many pictures. */
function weigh(file: string) {
  const database = new Database(file);
  database.exec("CREATE TABLE weight (bytes BLOB)");
  const add = database.prepare("INSERT INTO weight VALUES (randomblob(1000000))");
  for (let at = 0; at < MEGABYTES; at += 1) add.run();
  database.close();
}

/** The longest that the site's event loop stood still since this was last asked, in ms. */
async function stallOf({ url }: Site) {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1];
  return Math.round(Number(seconds) * 1_000);
}
