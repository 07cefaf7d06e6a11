import { closeSync, openSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { acknowledged, bookOnce, databaseOf, judge, type Attempt } from "./bookings.ts";
import { end, openSite, withFolder, type Site } from "./site.ts";

const MB = 2 ** 20;

/** A busy day: some fifteen bookings a second. */
const PAUSE_MS = 50;

/** G10: somebody reads one view of the database for a long while, so that what is written stays in the log. */
export const logHeld = (seconds: number) =>
  withFolder(async (folder) => {
    const site = await openSite(folder, { BACKUP_HOURS: "0" }); // a backup would read, too
    const file = databaseOf(folder);
    const sizeOf = () => Math.round(statSync(`${file}-wal`).size / MB);
    const reader = new Database(file, { readonly: true });
    reader.exec("BEGIN; SELECT count(*) FROM orders");
    const attempts: Attempt[] = [];
    for (const until = Date.now() + seconds * 1_000; Date.now() < until; await sleep(PAUSE_MS)) {
      attempts.push(await bookOnce(site.url));
    }
    const held = sizeOf();
    reader.close();
    for (let more = 0; more < 3; more += 1) attempts.push(await bookOnce(site.url));
    const left = sizeOf();
    const refused = attempts.filter(({ status }) => status !== 201);
    await end(site, "SIGTERM");
    const answered = acknowledged(attempts);
    const { lost, problems } = judge(file, answered);
    return {
      passed: held < 256 && left <= 8 && lost + refused.length + problems.length === 0,
      figures: `a view held for ${seconds} s under ${attempts.length} bookings: the log grew to ${held} MB and was ${left} MB after three more, ${refused.length} not booked, ${lost} of ${answered.length} lost`,
    };
  });

/** What the site prints cannot be written: the disk is full, or whoever read it has gone. */
export const logNotWritten = () =>
  withFolder(async (folder) => {
    const full = openSync("/dev/full", "w");
    const onFullDisk = await openSite(join(folder, "full"), {}, full);
    const unread = await openSite(join(folder, "unread"));
    for (const stream of [unread.process.stdout, unread.process.stderr]) stream?.destroy();
    const found = [await answersOf(onFullDisk), await answersOf(unread)];
    closeSync(full);
    return {
      passed: found.every((answers) => answers === "201, 201, 201, exit 0"),
      figures: `bookings with the log on a full disk: ${found[0]}; with nobody who reads it: ${found[1]}`,
    };
  });

/** Three bookings, each after the lines of the one before were due. */
async function answersOf(site: Site) {
  const answers: string[] = [];
  for (let at = 0; at < 3; at += 1) {
    answers.push(String((await bookOnce(site.url)).status));
    await sleep(150);
  }
  const { code } = await end(site, "SIGTERM");
  return [...answers, `exit ${code}`].join(", ");
}
