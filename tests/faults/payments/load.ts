import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { openFakeRazorpay } from "../../support/payments/fake-razorpay.ts";
import type { Delivery } from "../../support/payments/fake-server.ts";
import { databaseOf } from "../bookings.ts";
import { percentile } from "../figures.ts";
import { end, openSite, withFolder, type Site } from "../site.ts";
import { inconsistenciesIn } from "./judge.ts";
import type { Bank } from "./visitors.ts";

const PER_SECOND = 1_000;
/** A provider waits no longer, and sends it again. */
const MOST_MS = 5_000;
/** Each payment is reported by two events, and each of these comes twice. */
const EVENTS_EACH = 2;
const TIMES = 2;
const DAY_MS = 86_400_000;

export const settingsOf = ({ key, url, webhookSecret }: Bank) => ({
  RAZORPAY_KEY: key,
  RAZORPAY_URL: url,
  RAZORPAY_WEBHOOK_SECRET: webhookSecret,
});

/** So many payments make enough webhooks for so many seconds. */
export const ordersFor = (seconds: number) => (seconds * PER_SECOND) / EVENTS_EACH / TIMES;

/** G17: webhooks of thousands of payments, repeated and in any order, for so many seconds. */
export const webhooksPoured = (seconds: number) =>
  withFolder(async (folder) => {
    const bank = await openFakeRazorpay();
    try {
      await end(await openSite(folder, settingsOf(bank)), "SIGTERM");
      const orders = ordersFor(seconds);
      addOpenPages(databaseOf(folder), orders);
      const deliveries = webhooksOf(bank, orders);
      const site = await openSite(folder, settingsOf(bank));
      const { waits, statuses } = await pour(site, deliveries);
      await end(site, "SIGTERM");
      return verdict(folder, orders, waits, statuses);
    } finally {
      await bank.close();
    }
  });

function verdict(folder: string, orders: number, waits: number[], statuses: Map<string, number>) {
  const found = countRows(databaseOf(folder));
  const once = { payments: orders, paid: orders, events: orders * EVENTS_EACH };
  const isOnce = JSON.stringify(found) === JSON.stringify({ ...once, deliveries: waits.length });
  const most = Math.max(...waits);
  const isAccepted = statuses.size === 1 && statuses.has("200");
  const problems = inconsistenciesIn(databaseOf(folder));
  return {
    passed: isOnce && isAccepted && most <= MOST_MS && problems.length === 0,
    figures: `${waits.length} at ${PER_SECOND} a second: answered ${JSON.stringify(Object.fromEntries(statuses))} within ${percentile(waits, 50).toFixed(0)} ms in the middle, ${percentile(waits, 99).toFixed(0)} ms at 99 of 100, ${most.toFixed(0)} ms at most; ${found.events} events of ${found.deliveries} deliveries stored, ${found.payments} payments, ${found.paid} of ${orders} orders paid, ${problems.length} problems in the file`,
  };
}

const referenceOf = (nth: number) => `ZV-L${nth}-1`;
const PRICE = 5_000;

/** Orders whose visitors are at the provider, right into the tables. */
export function addOpenPages(file: string, count: number) {
  const database = new Database(file);
  const now = Date.now();
  const today = Math.floor(now / DAY_MS);
  const order = database.prepare(
    `INSERT INTO orders (id, visit_date, visit_slot, contact_name, contact_email, subtotal_paise, discount_paise,
       total_paise, promo_code, payment_method, status, ticket_count, expires_at, created_at, updated_at, placed_on)
     VALUES (@id, @visitDate, @slot, 'Asha Rao', @email, ${PRICE}, 0, ${PRICE}, '', 'upi', 'pending', 1,
       @expiresAt, @now, @now, @today)`,
  );
  const item = database.prepare("INSERT INTO order_items VALUES (?, 'adult', 1, ?, '')");
  const place = database.prepare(
    `INSERT INTO slot_occupancy (visit_date, visit_slot, held) VALUES (@visitDate, @slot, 1)
     ON CONFLICT DO UPDATE SET held = held + 1`,
  );
  const page = database.prepare(
    `INSERT INTO checkout_sessions (reference, token, order_seq, order_id, provider, provider_session_id, amount,
       currency, state, expires_at, created_at, updated_at)
     VALUES (@reference, @reference, @seq, @id, 'razorpay', @reference, ${PRICE}, 'INR', 'open', @expiresAt, @now, @now)`,
  );
  const dayOf = (days: number) => new Date((today + days) * DAY_MS).toISOString().slice(0, 10);
  database.transaction(() => {
    for (let nth = 0; nth < count; nth += 1) {
      const visit = { visitDate: dayOf(2 + (nth % 80)), slot: SLOTS[nth % SLOTS.length] };
      const times = { now, expiresAt: now + DAY_MS };
      const id = `ZV-L${nth}`;
      const email = `l${nth}@example.org`;
      const seq = order.run({ id, email, today: dayOf(0), ...visit, ...times }).lastInsertRowid;
      item.run(seq, PRICE);
      place.run(visit);
      page.run({ reference: referenceOf(nth), seq, id, ...times });
    }
  })();
  database.close();
}

const SLOTS = ["morning", "afternoon", "evening"];

/**
 * What a provider reports of one payment for each page, signed beforehand, each event twice: in any order, or with those
 * of one payment within so many seconds, and the payments one after another.
 */
export function webhooksOf(bank: Bank, count: number, withinS?: number): Delivery[] {
  const deliveries = Array.from({ length: count }, (_, nth) => {
    const reference = referenceOf(nth);
    const payment = {
      ...{ id: `pay_Load${nth}`, amount: PRICE, currency: "INR", status: "captured" },
      ...{
        method: "upi",
        fee: 118,
        notes: { reference },
        created_at: Math.floor(Date.now() / 1000),
      },
    };
    const link = { id: reference, reference_id: reference, status: "paid" };
    const events = [
      { event: "payment.captured", payload: { payment: { entity: payment } } },
      {
        event: "payment_link.paid",
        payload: { payment: { entity: payment }, payment_link: { entity: link } },
      },
    ].map((body) => bank.sign(JSON.stringify(body)));
    const paidAtS = withinS === undefined ? 0 : nth / ordersFor(1);
    return Array.from({ length: TIMES }, () => events)
      .flat()
      .map((delivery) => ({ delivery, at: paidAtS + Math.random() * (withinS ?? 1) }));
  });
  return deliveries
    .flat()
    .toSorted((a, b) => a.at - b.at)
    .map(({ delivery }) => delivery);
}

/** Sends them at their pace, however long the answers take. A wait begins when it should have been sent. */
export async function pour({ url }: Pick<Site, "url">, deliveries: Delivery[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const waits: number[] = [];
  const statuses = new Map<string, number>();
  const running: Promise<void>[] = [];
  const began = performance.now();
  const one = async (delivery: Delivery, due: number) => {
    const status = await send(`${url}/webhooks/razorpay`, delivery, agent).catch(() => "cut");
    waits.push(performance.now() - due);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  for (let sent = 0; sent < deliveries.length; await sleep(5)) {
    const due = Math.floor(((performance.now() - began) * PER_SECOND) / 1_000);
    for (const delivery of deliveries.slice(sent, due))
      running.push(one(delivery, began + (sent++ * 1_000) / PER_SECOND));
  }
  await Promise.all(running);
  agent.destroy();
  return { waits, statuses };
}

const send = (url: string, { body, headers }: Delivery, agent: Agent) =>
  new Promise<string>((resolve, reject) => {
    const sent = request(url, { method: "POST", agent, headers: Object.fromEntries(headers) });
    sent.on("error", reject);
    sent.on("response", (response) => {
      const status = String(response.statusCode);
      // A listener that holds the response would keep it, and collecting those takes 40 ms every other second.
      response.on("end", () => resolve(status));
      response.on("error", reject);
      response.resume();
    });
    sent.end(body);
  });

function countRows(file: string) {
  const database = new Database(file, { readonly: true });
  const row = database
    .prepare(
      `SELECT (SELECT count(*) FROM payments WHERE review = '') AS payments,
         (SELECT count(*) FROM orders WHERE status = 'paid') AS paid,
         (SELECT count(*) FROM payment_events WHERE state <> 'failed') AS events,
         (SELECT sum(deliveries) FROM payment_events) AS deliveries`,
    )
    .get() as { payments: number; paid: number; events: number; deliveries: number };
  database.close();
  return row;
}
