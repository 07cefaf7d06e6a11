import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { pinnedNode, ROOT } from "../../scripts/bootstrap.mjs";
import { acknowledged, bookings, databaseOf, judge } from "./bookings.ts";
import { figureOf, METRICS_TOKEN, middle } from "./figures.ts";
import { end, openSite, withFolder, type Site } from "./site.ts";

const MEGABYTES = 100;

/** How often the site looks whether a backup is due. */
const MINUTE = 60_000;
/** What the backups of a busy machine may add to the longest wait. */
const MAY_ADD_MS = 20;

/**
 * G8: backups by hand, and the site's own, while visitors book as fast as they can. The longest wait of each
 * is held against that of an equal time without: the middle one of several, since any machine stutters.
 */
export const backedUp = (rounds: number) =>
  withFolder(async (folder) => {
    await end(await openSite(folder, { BACKUP_HOURS: "0" }), "SIGTERM");
    weigh(databaseOf(folder));
    const opened = Date.now();
    const site = await openSite(folder, { METRICS_TOKEN });
    const byHand = await handMade(site, folder, rounds);
    const byItself = await ownMade(site, join(folder, "backups"), opened, rounds > 3 ? 3 : 1);
    await end(site, "SIGTERM");
    const waits = [byHand, byItself].map(({ beside, without }) => [
      middle(beside),
      middle(without),
    ]);
    const isQuiet = waits.every(([beside = 0, without = 0]) => beside <= without + MAY_ADD_MS);
    const isWhole = byHand.missing + byHand.problems === 0 && byItself.made;
    return {
      passed: isWhole && isQuiet,
      figures: `${rounds} backups of ${MEGABYTES} MB and ${byItself.beside.length} of the site's own, ${byHand.missing} acknowledged before the start missing, ${byHand.problems} unsound; longest wait by hand ${told(byHand)}, by itself ${told(byItself)}`,
    };
  });

type Waits = { beside: number[]; without: number[] };
const told = ({ beside, without }: Waits) =>
  `${beside.join("/")} ms against ${without.join("/")} ms without`;

async function handMade(site: Site, folder: string, rounds: number) {
  const load = bookings(site.url, 8);
  await sleep(3_000);
  const found = { beside: [] as number[], without: [] as number[], missing: 0, problems: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const before = acknowledged(load.attempts);
    const copy = join(folder, `copy-${round}.db`);
    await stallOf(site);
    const began = Date.now();
    const zoo = spawn(pinnedNode(), ["scripts/cli.mjs", "backup", copy], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: folder },
    });
    const [code] = (await once(zoo, "exit")) as [number];
    found.beside.push(await stallOf(site));
    await sleep(Date.now() - began);
    found.without.push(await stallOf(site));
    const none = { lost: before.length, problems: ["none"] };
    const verdict = code === 0 ? judge(copy, before) : none;
    found.missing += verdict.lost;
    found.problems += verdict.problems.length;
  }
  await load.stop();
  return found;
}

/** Each minute the site tidies up; each other one it also finds that its backup is gone. */
async function ownMade(site: Site, own: string, opened: number, pairs: number) {
  const found = { beside: [] as number[], without: [] as number[], made: true };
  const first = Math.ceil((Date.now() + 5_000 - opened) / MINUTE);
  for (let round = 0; round < pairs * 2; round += 1) {
    const isDue = round % 2 === 0;
    if (isDue) rmSync(own, { recursive: true, force: true });
    // Idle until shortly before the minute, when the site also takes new orders into its search.
    await sleep(opened + (first + round) * MINUTE - 4_000 - Date.now());
    const load = bookings(site.url, 8);
    await sleep(2_000);
    await stallOf(site);
    await sleep(8_000);
    (isDue ? found.beside : found.without).push(await stallOf(site));
    await load.stop();
    found.made &&= existsSync(own) && readdirSync(own).some((name) => name.endsWith(".db"));
  }
  return found;
}

/** Gives the file the weight of a zoo with many pictures. */
function weigh(file: string) {
  const database = new Database(file);
  database.exec("CREATE TABLE weight (bytes BLOB)");
  const add = database.prepare("INSERT INTO weight VALUES (randomblob(1000000))");
  for (let at = 0; at < MEGABYTES; at += 1) add.run();
  database.close();
}

/** The longest that the site's event loop stood still since this was last asked, in ms. */
const stallOf = async (site: Site) =>
  Math.round((await figureOf(site, "nodejs_eventloop_lag_max_seconds")) * 1_000);
