import { spawnSync } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { pinnedNode, ROOT } from "../../../scripts/bootstrap.mjs";
import { openFakeRazorpay } from "../../support/payments/fake-razorpay.ts";
import { cookieOf } from "../../support/auth/cookie.ts";
import { bookOnce, databaseOf } from "../bookings.ts";
import { inconsistenciesIn } from "../payments/judge.ts";
import { STAFF, type Bank } from "../payments/visitors.ts";
import { end, openSite, withFolder, type Site } from "../site.ts";
import { mayStart } from "./fence.ts";
import { hasLitestream, litestream, startCopying, urlOf } from "./litestream.ts";
import { linkOf, pay, visitors, type Held } from "./visitors.ts";

const LOAD_MS = 8_000;
/** On a busy machine it takes longer. */
const LEAST_ORDERS = 100;
const AT_ONCE = 6;
const MOST_LOST_S = 2;
const MOST_OPEN_S = 60;
const DAY_MS = 86_400_000;
const IST_MS = 330 * 60_000;
/** Pages that are looked at. */
const SAMPLE = 40;

const shim = (file: string) => `--import=${pathToFileURL(join(ROOT, "tests/faults", file)).href}`;

const settings = ({ key, url, webhookSecret }: Bank) => ({
  RAZORPAY_KEY: key,
  RAZORPAY_URL: url,
  RAZORPAY_WEBHOOK_SECRET: webhookSecret,
  OWNER_EMAIL: STAFF.email,
  OWNER_PASSWORD: STAFF.password,
  REPLICA_RETENTION_DAYS: "2",
});

/** G18: the first machine is gone with its disk, under load; the second one opens with the copy. */
export async function failedOver(rounds: number) {
  if (!hasLitestream()) return { passed: undefined, figures: "not run: there is no Litestream" };
  const all: Round[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await withFolder(failOver));
  const sum = (name: keyof Round) => all.reduce((total, each) => total + Number(each[name]), 0);
  const each = (name: keyof Round) => all.map((one) => Number(one[name]).toFixed(1)).join("/");
  const most = (name: keyof Round) => Math.max(...all.map((one) => Number(one[name])));
  const faults = all.flatMap((one) => one.faults);
  const isFound = sum("unlisted") === 0 && sum("lostPayments") > 0;
  return {
    passed:
      most("lostSeconds") <= MOST_LOST_S &&
      most("openSeconds") <= MOST_OPEN_S &&
      isFound &&
      sum("deadLinks") + faults.length === 0,
    figures: `${rounds} machines lost, ${sum("answered")} orders acknowledged: ${sum("lost")} lost, the oldest ${each("lostSeconds")} s before; open after ${each("openSeconds")} s; ${sum("deadLinks")} of ${sum("links")} pages and tickets dead; of ${sum("payments")} payments at the bank ${sum("lostPayments")} for orders that are lost, ${sum("unlisted")} of them not in Reconcile${faults.length > 0 ? `: ${faults.slice(0, 5).join("; ")}` : ""}`,
  };
}

type Round = Awaited<ReturnType<typeof failOver>>;

async function failOver(folder: string) {
  const [first, second, replica] = ["first", "second", "replica"].map((name) => join(folder, name));
  const bank = await openFakeRazorpay();
  try {
    const site = await openSite(first!, settings(bank));
    const copying = await startCopying(first!, replica!);
    const load = visitors(site.url, bank, AT_ONCE);
    const until = Date.now() + LOAD_MS;
    while (Date.now() < until || load.held.length < LEAST_ORDERS) await sleep(50);
    copying.process.kill("SIGKILL");
    site.process.kill("SIGKILL");
    const goneAt = Date.now();
    await load.gone();
    await rm(first!, { recursive: true, force: true });
    const held = load.held.filter(({ answeredAt }) => answeredAt <= goneAt);
    for (const one of held.filter(({ isPaid }) => !isPaid)) await pay(bank, one, async () => 0);

    await mkdir(second!);
    return await openSecond({ held, goneAt, bank, second: second!, replica: replica! });
  } finally {
    await bank.close();
  }
}

type Lost = { held: Held[]; goneAt: number; bank: Bank; second: string; replica: string };

async function openSecond({ held, goneAt, bank, second, replica }: Lost) {
  const began = performance.now();
  const copy = join(second, "copy.db");
  litestream("restore", "-o", copy, urlOf(replica));
  zoo(second, "restore", copy);
  zoo(second, "check");
  const site = await openSite(second, settings(bank));
  const openSeconds = (performance.now() - began) / 1_000;

  const kept = ordersIn(second);
  const lost = held.filter(({ id }) => !kept.has(id));
  const oldest = Math.min(goneAt, ...lost.map(({ answeredAt }) => answeredAt));
  const links = await look(site, held, kept, codesIn(second));
  const faults = [...links.faults, ...(await bookNew(site, second, lost))];
  const repaired = join(second, "../repaired");
  const isFenced = !mayStart(repaired, site.url);
  await end(site, "SIGTERM");
  if (!isFenced || mayStart(repaired, site.url)) faults.push("the first machine starts again");
  if (!mayStart(join(second, "../third"), site.url)) faults.push("a machine alone does not start");

  const listed = await reconcile(second, bank);
  const paidAndLost = lost.filter((one) => isPaidAtBank(bank, one));
  return {
    answered: held.length,
    lost: lost.length,
    lostSeconds: (goneAt - oldest) / 1_000,
    openSeconds,
    links: links.seen,
    deadLinks: links.dead,
    payments: bank.payments.length,
    lostPayments: paidAndLost.length,
    unlisted: paidAndLost.filter(({ id }) => !listed.includes(`${id}-`)).length,
    faults: [
      ...faults,
      ...unpaid(second, bank, { held, kept, listed }),
      ...inconsistenciesIn(databaseOf(second)),
    ],
  };
}

function zoo(dataDir: string, ...args: string[]) {
  const { status, stderr } = spawnSync(pinnedNode(), ["scripts/cli.mjs", ...args], {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...process.env, DATA_DIR: dataDir },
  });
  if (status !== 0) throw new Error(`zoo ${args[0]}: ${stderr}`);
}

function rowsOf(dataDir: string, sql: string) {
  const database = new Database(databaseOf(dataDir), { readonly: true });
  const rows = database.prepare(sql).all() as { id: string; status: string }[];
  database.close();
  return rows;
}

/** Of one ticket of each order. */
const codesIn = (dataDir: string) => {
  const sql = "SELECT orders.id, code AS status FROM tickets JOIN orders ON seq = order_seq";
  return new Map(rowsOf(dataDir, sql).map(({ id, status }) => [id, status]));
};

const ordersIn = (dataDir: string) =>
  new Map(rowsOf(dataDir, "SELECT id, status FROM orders").map(({ id, status }) => [id, status]));

/** Pages of orders and tickets that were given out before; those of lost orders must lead nowhere. */
async function look(
  { url }: Site,
  held: Held[],
  kept: Map<string, string>,
  codes: Map<string, string>,
) {
  const found = { seen: 0, dead: 0, faults: [] as string[] };
  const newest = held.filter(({ id }) => kept.has(id)).slice(-SAMPLE);
  const lost = held.filter(({ id }) => !kept.has(id)).slice(-SAMPLE);
  for (const { id, path } of [...newest, ...lost]) {
    const { status, text } = await page(url + path);
    const isKept = kept.has(id);
    if (!isKept && status !== 404)
      found.faults.push(`${id} is lost, and its link answers ${status}`);
    if (!isKept) continue;
    found.seen += 1;
    found.dead += Number(status !== 200 || !text.includes(id));
    if (kept.get(id) !== "paid") continue;
    found.seen += 1;
    found.dead += Number((await page(`${url}/t/${codes.get(id)}`)).status !== 200);
  }
  return found;
}

async function page(address: string) {
  const response = await fetch(address, { redirect: "manual" });
  return { status: response.status, text: await response.text() };
}

/** A new order never gets the number of a lost one, whose visitor still holds its link. */
async function bookNew(site: Site, dataDir: string, lost: Held[]) {
  const before = ordersIn(dataDir);
  const { status } = await bookOnce(site.url);
  const added = [...ordersIn(dataDir).keys()].filter((id) => !before.has(id));
  const isTaken = added.some((id) => lost.some((one) => one.id === id));
  return status === 201 && added.length === 1 && !isTaken ? [] : [`a new order: ${status}`];
}

const isPaidAtBank = ({ payments, links }: Bank, held: Held) => {
  const link = linkOf({ links } as Bank, held);
  return link !== undefined && payments.some(({ order_id }) => order_id === link.order_id);
};

/** At noon of the next day, after the daily comparison: what Reconcile tells staff, as CSV. */
async function reconcile(dataDir: string, bank: Bank) {
  const noon = Math.floor((Date.now() + IST_MS) / DAY_MS + 1) * DAY_MS + DAY_MS / 2 - IST_MS;
  const site = await openSite(dataDir, {
    ...settings(bank),
    NODE_OPTIONS: `${shim("clock.mjs")} ${shim("payments/fast-timers.mjs")}`,
    CLOCK_OFF_MS: String(noon - Date.now()),
  });
  while (comparedAt(dataDir) < noon) await sleep(200);
  const cookie = await cookieOf(site.url, STAFF);
  const answer = await fetch(`${site.url}/admin/dashboard/reconcile.csv`, { headers: { cookie } });
  const text = await answer.text();
  await end(site, "SIGTERM");
  if (answer.status !== 200) throw new Error(`Reconcile answers ${answer.status}: ${text}`);
  return text;
}

const COMPARED = `
  SELECT json_extract(value, '$.at') AS id, '' AS status FROM settings
  WHERE name = 'payments_compared_razorpay'`;

const comparedAt = (dataDir: string) => Number(rowsOf(dataDir, COMPARED)[0]?.id ?? 0);

type Found = { held: Held[]; kept: Map<string, string>; listed: string };

/** Orders that are there, whose money is at the bank, and that are neither paid nor in Reconcile. */
function unpaid(dataDir: string, bank: Bank, { held, kept, listed }: Found) {
  const named = new Set(
    rowsOf(dataDir, "SELECT order_id AS id, review AS status FROM payments").map(({ id }) => id),
  );
  return held
    .filter((one) => kept.has(one.id) && isPaidAtBank(bank, one))
    .filter(({ id }) => !named.has(id) && !listed.includes(`${id}-`))
    .map(({ id }) => `${id} is here, and its payment is not`);
}
