import { statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { acknowledged, bookings, databaseOf, judge } from "./bookings.ts";
import { end, openSite, withFolder } from "./site.ts";

const MB = 2 ** 20;

/** G10: somebody reads one view of the database for a long while, so that what is written stays in the log. */
export const logHeld = (seconds: number) =>
  withFolder(async (folder) => {
    const site = await openSite(folder);
    const file = databaseOf(folder);
    const sizeOf = () => Math.round(statSync(`${file}-wal`).size / MB);
    const reader = new Database(file, { readonly: true });
    reader.exec("BEGIN; SELECT count(*) FROM orders");
    const load = bookings(site.url, 8);
    await sleep(seconds * 1_000);
    const held = sizeOf();
    reader.close();
    await load.stop();
    await sleep(65_000); // the site tidies up once a minute
    const left = sizeOf();
    const after = bookings(site.url, 1);
    await sleep(500);
    await after.stop();
    const refused = [...load.attempts, ...after.attempts].filter(({ status }) => status !== 201);
    await end(site, "SIGTERM");
    const answered = acknowledged([...load.attempts, ...after.attempts]);
    const { lost, problems } = judge(file, answered);
    return {
      passed: held < 256 && left < 8 && lost + refused.length + problems.length === 0,
      figures: `a view held for ${seconds} s under ${load.attempts.length} bookings: the log grew to ${held} MB and was ${left} MB a minute later, ${refused.length} not booked, ${lost} of ${answered.length} lost`,
    };
  });
