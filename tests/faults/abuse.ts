import Database from "better-sqlite3";
import { countIn, databaseOf } from "./bookings.ts";
import { end, openSite, withFolder } from "./site.ts";

const CAPACITY = 500;
const WITH_LIMITS = { RATE_LIMITS: "on", TRUST_PROXY: "1" };
const VISIT = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);

let booked = 0;

type Attempt = { from: string; people?: number; email?: string; slot?: string };

async function book(url: string, { from, people = 30, email, slot = "morning" }: Attempt) {
  booked += 1;
  const items = ["adult", "child", "senior"].map((ticketType, at) => ({
    ticketType,
    quantity: Math.max(0, Math.min(10, people - at * 10)),
  }));
  const response = await fetch(`${url}/api/v1/order`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": from },
    body: JSON.stringify({
      visitDate: VISIT,
      visitSlot: slot,
      contact: { name: "Asha Rao", email: email ?? `v${booked}@example.org`, phone: "" },
      items,
      paymentMethod: "cash",
    }),
  });
  const body = (await response.json()) as { data: { order: { links: { order: string } } } | null };
  return { status: response.status, path: body.data?.order.links.order ?? "" };
}

async function post(url: string, path: string, from: string, form: Record<string, string>) {
  const response = await fetch(url + path, {
    method: "POST",
    redirect: "manual",
    headers: { "x-forwarded-for": from },
    body: new URLSearchParams(form),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Sixty orders of thirty from these addresses; the most that they hold of a slot. */
const holdingFrom = (address: (at: number) => string, env: Record<string, string> = WITH_LIMITS) =>
  withFolder(async (folder) => {
    const site = await openSite(folder, env);
    for (let at = 0; at < 60; at += 1) await book(site.url, { from: address(at) });
    await end(site, "SIGTERM");
    const database = new Database(databaseOf(folder), { readonly: true });
    const held = database
      .prepare("SELECT coalesce(max(held), 0) FROM slot_occupancy")
      .pluck()
      .get();
    database.close();
    return held as number;
  });

/** Strangers who book without paying leave at least half of a slot. */
export async function hoarded() {
  const one = await holdingFrom(() => "203.0.113.1");
  const prefix = await holdingFrom((at) => `2001:db8:1:${(at * 256).toString(16)}::1`);
  const ten = await holdingFrom((at) => `198.51.100.${at % 10}`);
  const control = await holdingFrom(() => "203.0.113.1", { ...WITH_LIMITS, RATE_LIMITS: "off" });
  return {
    passed: Math.max(one, prefix, ten) <= CAPACITY / 2 && control > CAPACITY / 2,
    figures: `of ${CAPACITY} places, 60 orders of 30 hold ${one} from one address, ${prefix} from one /48, ${ten} from ten networks; without limits (control) ${control}`,
  };
}

/** Bookings, moves and cancellations under a stranger's address, and the mails that it gets. */
export const mailed = () =>
  withFolder(async (folder) => {
    const site = await openSite(folder, WITH_LIMITS);
    const began = Date.now();
    for (let at = 0; at < 20; at += 1) {
      const from = `203.0.113.${at}`;
      const { path } = await book(site.url, { from, people: 1, email: "stranger@example.org" });
      const link = path && new URL(path).pathname;
      if (!link) continue;
      await post(site.url, link, from, { intent: "move", date: VISIT, slot: "evening" });
      await post(site.url, link, from, { intent: "cancel" });
    }
    const seconds = ((Date.now() - began) / 1_000).toFixed(1);
    await end(site, "SIGTERM");
    const database = new Database(databaseOf(folder), { readonly: true });
    const count = (where: string) =>
      database.prepare(`SELECT count(*) FROM outbox WHERE ${where}`).pluck().get() as number;
    const [due, held] = [count("state <> 'held'"), count("state = 'held'")];
    database.close();
    return {
      passed: due <= 6 && due + held === 20,
      figures: `20 bookings, moves and cancellations in ${seconds} s: ${due} mails to the stranger, ${held} held back`,
    };
  });

/** Sixty people behind one address who book, ask for a lost link and write, each within a few seconds. */
export const queued = () =>
  withFolder(async (folder) => {
    const site = await openSite(folder, WITH_LIMITS);
    const from = "203.0.113.9";
    const began = Date.now();
    const slots = ["morning", "afternoon", "evening"];
    let [orders, links, messages] = [0, 0, 0];
    const person = async (at: number) => {
      const email = `person${at}@example.org`;
      const slot = slots[at % 3] ?? "";
      const order = await book(site.url, { from, people: 2, email, slot });
      orders += Number(order.status === 201);
      const page = await (await fetch(`${site.url}/contact`)).text();
      const opened = /name="opened" value="([^"]+)"/.exec(page)?.[1] ?? "";
      await new Promise((resolve) => setTimeout(resolve, 2_500)); // as a person who types
      const link = await post(site.url, "/tickets/find", from, { email, opened });
      links += Number(link === 302);
      const form = { name: "Asha Rao", email, message: "Is the lift working?", opened };
      const message = await post(site.url, "/contact", from, form);
      messages += Number(message === 302);
    };
    await Promise.all(Array.from({ length: 60 }, (_, at) => person(at)));
    const seconds = ((Date.now() - began) / 1_000).toFixed(1);
    await end(site, "SIGTERM");
    const asked = countIn(databaseOf(folder), "outbox");
    return {
      passed: orders === 60 && links === 60 && messages === 60 && asked === 120,
      figures: `60 people behind one address in ${seconds} s: ${orders} bookings, ${links} requests for a link and ${messages} messages accepted`,
    };
  });
