import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "../../../scripts/bootstrap.mjs";
import { cookieOf } from "../../support/auth/cookie.ts";
import { bookOnce, databaseOf } from "../bookings.ts";
import { inconsistenciesIn } from "../payments/judge.ts";
import { STAFF } from "../payments/visitors.ts";
import { end, openSite, withFolder } from "../site.ts";
import { hasLitestream, litestream, startCopying, urlOf } from "./litestream.ts";

const EMAIL = "qxuvolt@example.org";
const MOST_MINUTES = 10;
const MB = 2 ** 20;
/** How many times as fast as in life the site's work in the background comes. */
const FASTER = 10;
const MINUTE_MS = 60_000 / FASTER;

/** As in docs/standby.md, faster: a minute lasts six seconds, and a day twenty. */
const SETTINGS = {
  "monitor-interval": "100ms",
  "checkpoint-interval": "6s",
  "sync-interval": "100ms",
  "snapshot-interval": "20s",
  retention: "20s",
  "retention-check-interval": "1s",
};
/** Two of these days, as REPLICA_RETENTION_DAYS says, and some time for the machine. */
const RETAINED_MS = 45_000;

const FAST = pathToFileURL(join(ROOT, "tests/faults/payments/fast-timers.mjs")).href;

/** G19: Litestream never lets the log be truncated; what was erased leaves it and its copies all the same. */
export async function erasedBesideStandby() {
  if (!hasLitestream()) return { passed: undefined, figures: "not run: there is no Litestream" };
  return withFolder(async (folder) => {
    const [data, replica] = [join(folder, "data"), join(folder, "replica")];
    const site = await openSite(data, {
      REPLICA_RETENTION_DAYS: "2",
      OWNER_EMAIL: STAFF.email,
      NODE_OPTIONS: `--import=${FAST}`,
    });
    const copying = await startCopying(data, replica, SETTINGS);
    for (let more = 0; more < 200; more += 1) await bookOnce(site.url);
    await write(site.url);
    while (!placesOf(data).some((name) => name.endsWith(".wal"))) await sleep(50);
    const before = placesOf(data);
    const erasedAt = Date.now();
    await erase(site.url);
    while (placesOf(data).length > 0 && Date.now() - erasedAt < MOST_MINUTES * MINUTE_MS)
      await sleep(500);
    const minutes = (Date.now() - erasedAt) / MINUTE_MS;
    const left = placesOf(data);
    const logMb = Math.round(statSync(`${databaseOf(data)}-wal`).size / MB);

    const goneAt = Date.now();
    await sleep(RETAINED_MS);
    const older = copiesBefore(goneAt, replica);
    const generations = readdirSync(join(replica, "generations")).length;
    await end(site, "SIGTERM");
    await end(copying, "SIGTERM");
    const copy = restored(folder, replica);
    const problems = [...inconsistenciesIn(databaseOf(data)), ...inconsistenciesIn(copy)];
    return {
      passed:
        before.includes("zoo.db-wal") &&
        left.length + older.length + problems.length === 0 &&
        !readFileSync(copy).includes(EMAIL),
      figures: `an address stood in ${before.join(", ")}; erased, it was gone after ${minutes.toFixed(1)} of the site's minutes${left.length > 0 ? ` but for ${left.join(", ")}` : ""}, and the log had ${logMb} MB; a retention later ${older.length} older parts of the copy were left, in ${generations} generation; ${problems.length} problems${problems.length > 0 ? `: ${problems.join("; ")}` : ""}`,
    };
  });
}

async function write(url: string) {
  const response = await fetch(`${url}/api/v1/message`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Qx Uvolt", email: EMAIL, subject: "", message: "Is it open?" }),
  });
  if (!response.ok) throw new Error(`The message: ${response.status} ${await response.text()}`);
}

/** As the owner, under Privacy. */
async function erase(url: string) {
  const cookie = await cookieOf(url, STAFF);
  const response = await fetch(`${url}/admin/dashboard/privacy`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie, origin: url },
    body: new URLSearchParams({ intent: "erase", email: EMAIL }),
  });
  if (response.status !== 302)
    throw new Error(`Erasing answers ${response.status}: ${await response.text()}`);
}

/** The files below the folder that contain the address, but for backups, which have their own days. */
function placesOf(folder: string) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith("/backups"))
    .filter(({ parentPath, name }) => contains(join(parentPath, name)))
    .map(({ name }) => name);
}

function contains(file: string) {
  try {
    return readFileSync(file).includes(EMAIL);
  } catch {
    return false; // Litestream has just removed it
  }
}

/** Snapshots and parts of the log that were copied before this time. */
function copiesBefore(time: number, replica: string) {
  const lines = ["snapshots", "wal"].flatMap((what) =>
    litestream(what, urlOf(replica)).trim().split("\n").slice(1),
  );
  return lines.filter((line) => Date.parse(line.trim().split(/\s+/).at(-1) ?? "") < time);
}

function restored(folder: string, replica: string) {
  const second = join(folder, "second");
  if (!existsSync(second)) mkdirSync(second);
  litestream("restore", "-o", databaseOf(second), urlOf(replica));
  return databaseOf(second);
}
