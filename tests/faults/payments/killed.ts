import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { ROOT } from "../../../scripts/bootstrap.mjs";
import { openFakeRazorpay } from "../../support/payments/fake-razorpay.ts";
import type { FakeRequest, Moment } from "../../support/payments/fake-server.ts";
import { databaseOf } from "../bookings.ts";
import { end, openSite, withFolder, type Site } from "../site.ts";
import { compareWithBank, inconsistenciesIn } from "./judge.ts";
import {
  actUntilGone,
  createNetwork,
  deliver,
  oneOf,
  signIn,
  STAFF,
  type Bank,
  type Booking,
  type Network,
} from "./visitors.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const IST = 330 * MINUTE;
const shim = (file: string) => `--import=${pathToFileURL(join(ROOT, "tests/faults", file)).href}`;

/** Long enough for some turns of the work in the background. */
const PATIENCE_MS = 2_000;
const ROUND_MS = 5_000;
const SETTLE_MS = 300_000;

const CALLS = {
  create: /^POST \/v1\/payment_links$/,
  close: /^POST \/v1\/payment_links\/.+\/cancel$/,
  fetch: /^GET /,
  refund: /^POST \/v1\/payments\/.+\/refund$/,
};
const MOMENTS: Moment[] = ["received", "done", "answered"];

/** Opens the site on this folder, its clock so many milliseconds ahead. */
const openWithBank = (folder: string, { url, key, webhookSecret }: Bank, ahead: number) =>
  openSite(folder, {
    RAZORPAY_KEY: key,
    RAZORPAY_URL: url,
    RAZORPAY_WEBHOOK_SECRET: webhookSecret,
    OWNER_EMAIL: STAFF.email,
    OWNER_PASSWORD: STAFF.password,
    NODE_OPTIONS: `${shim("clock.mjs")} ${shim("payments/fast-timers.mjs")}`,
    CLOCK_OFF_MS: String(ahead),
  });

/** G15: the process is killed around its calls to the payment provider; no payment may be lost or counted twice. */
export const paymentsKilled = (rounds: number) =>
  withFolder(async (folder) => {
    const bank = await openFakeRazorpay();
    const network = createNetwork(bank);
    const bookings: Booking[] = [];
    const kills: string[] = [];
    const faults: number[] = [];
    let ahead = 0;
    for (let round = 0; round < rounds; round += 1) {
      ahead += Math.random() < 0.2 ? 20 * MINUTE : MINUTE;
      const site = await openWithBank(folder, bank, ahead);
      const staff = await signIn(site.url);
      const world = { site, bank, network, bookings, staff };
      const visitors = Array.from({ length: 3 }, () => actUntilGone(world));
      kills.push(await killAround(site, bank, round));
      faults.push(...(await Promise.all(visitors)).flat());
    }
    const left = await settle(folder, bank, network, ahead);
    await bank.close();
    return report(folder, bank, { kills, faults, left });
  });

const callOf = ({ method, path }: FakeRequest) =>
  Object.entries(CALLS).find(([, pattern]) => pattern.test(`${method} ${path}`))?.[0] ?? "other";

/**
 * Kills the site at a moment of a call that it makes: each kind in turn, and any when there is none for a while. Answers
 * which it was, such as "refund", or "none".
 */
async function killAround(site: Site, bank: Bank, round: number) {
  const names = Object.keys(CALLS);
  const wanted = names[round % names.length];
  const moment = oneOf(MOMENTS);
  let calls = Math.floor(Math.random() * 3);
  let isPatient = true;
  void sleep(PATIENCE_MS).then(() => (isPatient = false));
  if (Math.random() < 0.5) bank.failNext(oneOf(["500 after doing the work", "hang up", "429"])!);
  const killed = await new Promise<string>((resolve) => {
    bank.watch((at, request) => {
      const call = callOf(request);
      if (at !== moment || (isPatient && (call !== wanted || calls-- > 0))) return;
      site.process.kill("SIGKILL");
      resolve(call);
    });
    void sleep(ROUND_MS).then(() => resolve("none"));
  });
  bank.watch(() => {});
  await end(site, "SIGKILL");
  return killed;
}

/** At noon two days later, when the daily comparison is due: all pages are closed, and what was not lost of the webhooks has arrived. Answers what is not done. */
async function settle(folder: string, bank: Bank, network: Network, ahead: number) {
  let later = noonAfter(Date.now() + ahead + DAY) - Date.now();
  for (const until = Date.now() + SETTLE_MS; Date.now() < until; later += 90 * MINUTE) {
    const site = await openWithBank(folder, bank, later);
    settleRefunds(bank);
    network.accept();
    for (const delivery of [...network.all(), ...network.all().toReversed()])
      await deliver(site.url, delivery);
    await waitUntilIdle(folder, later);
    const { code } = await end(site, "SIGTERM");
    if (code !== 0) return [`exit ${code}`];
    if (unfinished(folder).length === 0 && bank.refunds.every(({ status }) => status !== "pending"))
      break;
  }
  return unfinished(folder);
}

const noonAfter = (at: number) => Math.floor((at + IST) / DAY) * DAY + 1.5 * DAY - IST;

/** The bank carries out what it was told; each tenth refund fails. */
function settleRefunds(bank: Bank) {
  for (const [at, { id, status }] of bank.refunds.entries())
    if (status === "pending") bank.settleRefund(id, at % 10 === 9 ? "failed" : "succeeded");
}

const DUE = `
  SELECT reference FROM refunds WHERE state = 'requested' AND next_attempt_at <= @now
  UNION ALL SELECT reference FROM checkout_sessions WHERE next_poll_at <= @now
  UNION ALL SELECT s.reference FROM checkout_sessions s JOIN orders ON seq = order_seq
    WHERE state IN ('creating', 'open') AND orders.status <> 'pending'`;

const UNFINISHED = `
  SELECT reference FROM refunds WHERE state IN ('requested', 'pending') AND method = 'provider'
  UNION ALL SELECT reference FROM checkout_sessions WHERE state IN ('creating', 'open')`;

function references(folder: string, sql: string, values: object = {}) {
  const database = new Database(databaseOf(folder), { readonly: true });
  const found = database.prepare(sql).pluck().all(values) as string[];
  database.close();
  return found;
}

const unfinished = (folder: string) => references(folder, UNFINISHED);

/** And until the comparison with the bank has had its turn. */
async function waitUntilIdle(folder: string, ahead: number) {
  const until = Date.now() + SETTLE_MS;
  while (references(folder, DUE, { now: Date.now() + ahead }).length > 0 && Date.now() < until)
    await sleep(500);
  await sleep(ROUND_MS);
}

type Run = { kills: string[]; faults: number[]; left: string[] };

function report(folder: string, bank: Bank, { kills, faults, left }: Run) {
  const file = databaseOf(folder);
  const { payments, refunds, lost, invented, stranded, refundsApart, overpaid, sessions } =
    compareWithBank(file, bank);
  const problems = inconsistenciesIn(file);
  const wrong = [lost, invented, stranded, refundsApart, overpaid, sessions, problems, faults];
  const count = (name: string) => kills.filter((kill) => kill === name).length;
  const around = [...Object.keys(CALLS), "none"].map((name) => `${name} ${count(name)}`);
  const details = [...stranded, ...refundsApart, ...left, ...problems, ...lost, ...invented];
  return {
    passed:
      payments > 0 && refunds > 0 && left.length === 0 && wrong.every(({ length }) => length === 0),
    figures: `${kills.length} kills (${around.join(", ")}), ${payments} payments, ${refunds} refunds: ${lost.length} lost, ${invented.length} invented, ${stranded.length} without a way on, ${refundsApart.length} refunds other than at the bank, ${overpaid.length} refunded twice, ${sessions.length} sessions open, ${left.length} not finished, ${faults.length} faults, ${problems.length} problems in the file${details.length > 0 ? `: ${details.slice(0, 10).join("; ")}` : ""}`,
  };
}
