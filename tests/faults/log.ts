import { statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { acknowledged, bookOnce, databaseOf, judge, type Attempt } from "./bookings.ts";
import { end, openSite, withFolder } from "./site.ts";

const MB = 2 ** 20;

/** A busy day: some fifteen bookings a second. */
const PAUSE_MS = 50;

/** G10: somebody reads one view of the database for a long while, so that what is written stays in the log. */
export const logHeld = (seconds: number) =>
  withFolder(async (folder) => {
    const site = await openSite(folder);
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
