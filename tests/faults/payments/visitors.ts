import { setTimeout as sleep } from "node:timers/promises";
import type { Site } from "../site.ts";
import type { openFakeRazorpay } from "../../support/payments/fake-razorpay.ts";
import type { Delivery } from "../../support/payments/fake-server.ts";

export type Bank = Awaited<ReturnType<typeof openFakeRazorpay>>;

/** What the visitors know between two starts of the site. */
export type Booking = { id: string; path: string };

export const STAFF = { email: "owner@zoo.test", password: "correct-horse-9" };

/** Of a hundred payments, so many whose webhooks never arrive. */
const LOST_PERCENT = 15;

const PAUSE_MS = 200;

const SLOTS = ["morning", "afternoon", "evening"];
const DAY = 86_400_000;

const chance = (percent: number) => Math.random() * 100 < percent;
export const oneOf = <T>(list: readonly T[]): T | undefined =>
  list[Math.floor(Math.random() * list.length)];

/** The network between the bank and the site: webhooks are late, lost, repeated and out of order. */
export function createNetwork(bank: Bank) {
  const waiting: Delivery[] = [];
  const sent: Delivery[] = [];
  /** Takes what the bank has just announced; all of it may be lost. */
  function accept() {
    const batch = bank.webhooks();
    if (!chance(LOST_PERCENT)) waiting.push(...batch);
  }
  /** One that waits, and sometimes one that arrived already. */
  function next() {
    if (waiting.length === 0 || chance(20)) return oneOf(sent);
    const [delivery] = waiting.splice(Math.floor(Math.random() * waiting.length), 1);
    if (delivery) sent.push(delivery);
    return delivery;
  }
  return { accept, next, all: () => [...sent, ...waiting] };
}

export type Network = ReturnType<typeof createNetwork>;

/** Answers the status. */
export async function deliver(url: string, { body, headers }: Delivery) {
  const response = await fetch(`${url}/webhooks/razorpay`, {
    method: "POST",
    headers,
    body: Buffer.from(body),
  });
  await response.arrayBuffer();
  return response.status;
}

export async function signIn(url: string) {
  const response = await sendJson(url, "POST", "/api/v1/admin/login", STAFF);
  const { data } = (await response.json()) as { data: { accessToken: string } };
  return { authorization: `Bearer ${data.accessToken}` };
}

const sendJson = (url: string, method: string, path: string, body: object, headers = {}) =>
  fetch(url + path, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

async function post(url: string, path: string, form: Record<string, string>) {
  const response = await fetch(url + path, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(form),
  });
  await response.arrayBuffer();
  return response.status;
}

async function look(url: string, path: string) {
  const response = await fetch(url + path, { redirect: "manual" });
  await response.arrayBuffer();
  return response.status;
}

type World = {
  site: Site;
  bank: Bank;
  network: Network;
  bookings: Booking[];
  staff: Record<string, string>;
};

let booked = 0;

async function book({ site, bookings }: World) {
  booked += 1;
  const day = new Date(Date.now() + (10 + (booked % 60)) * DAY);
  const response = await sendJson(site.url, "POST", "/api/v1/order", {
    visitDate: day.toISOString().slice(0, 10),
    visitSlot: SLOTS[booked % 3],
    contact: { name: "Asha Rao", email: `v${booked}@example.org`, phone: "9876543210" },
    items: [{ ticketType: "adult", quantity: 1 + (booked % 3) }],
    paymentMethod: booked % 2 === 0 ? "upi" : "card",
  });
  const { data } = (await response.json()) as {
    data: { order: { _id: string; links: { order: string } } } | null;
  };
  if (data) {
    const { _id: id, links } = data.order;
    bookings.push({ id, path: new URL(links.order).pathname });
  }
  return response.status;
}

const press = ({ site }: World, { path }: Booking) => post(site.url, path, { intent: "pay" });

async function bookAndPress(world: World) {
  const status = await book(world);
  const booking = world.bookings.at(-1);
  return status === 201 && booking ? press(world, booking) : status;
}

/** What happens on the page of the bank; the site learns it by webhook, by asking, or not at all. */
function atBank({ bank, network }: World, { id }: Booking) {
  const link = bank.links.find((each) => each.reference_id.startsWith(`${id}-`));
  if (!link) return;
  const name = link.reference_id as string;
  if (chance(15)) bank.failAttempt(name);
  else if (chance(10) && link.status === "created") bank.expire(name);
  else {
    if (chance(20)) bank.failAttempt(name);
    bank.pay(name, chance(10) ? { amount: link.amount - 100 } : {});
    network.accept();
    if (chance(10)) bank.pay(name);
  }
  network.accept();
}

async function asStaff({ site, staff }: World, method: string, path: string, body: object) {
  const response = await sendJson(site.url, method, `/api/v1/order/${path}`, body, staff);
  await response.arrayBuffer();
  return response.status;
}

const setStatus = (world: World, { id }: Booking, status: string) =>
  asStaff(world, "PATCH", `${id}/status`, { status });

const refundTicket: Step = (world, { id }) =>
  asStaff(world, "POST", `${id}/refunds`, { tickets: [1], reason: "One of them is ill" });

/** A step of a visitor, the bank, the network or staff; answers the status of the site's answer. */
type Step = (world: World, booking: Booking) => Promise<number>;

const pay: Step = async (world, booking) => {
  atBank(world, booking);
  return 200;
};

const receive: Step = async ({ site, network }) => {
  const delivery = network.next();
  return delivery ? deliver(site.url, delivery) : 200;
};

const comeBack: Step = async ({ site, bank }, { id }) => {
  const link = bank.links.find((each) => each.reference_id.startsWith(`${id}-`));
  return link ? look(site.url, new URL(link.callback_url).pathname) : 200;
};

const often = (step: Step, times: number) => Array.from({ length: times }, () => step);

const STEPS: Step[] = [
  ...often(bookAndPress, 3),
  ...often(press, 2),
  ...often(pay, 5),
  ...often(receive, 8),
  ...often(comeBack, 2),
  ({ site }, { path }) => look(site.url, path),
  (world, booking) => setStatus(world, booking, "paid"),
  ...often((world, booking) => setStatus(world, booking, "refunded"), 2),
  ...often(refundTicket, 4),
  (world, booking) => setStatus(world, booking, "cancelled"),
  ({ site }, { path }) => post(site.url, path, { intent: "cancel" }),
  ({ site }, { path }) => post(site.url, path, { intent: "payback" }),
];

/** Of the bookings, mostly one of the newest: the others are finished. */
const anyBooking = (bookings: Booking[]) =>
  oneOf(chance(80) ? bookings.slice(-8) : bookings) ?? { id: "none", path: "/order/none/none" };

/** Acts until the site is gone. Answers the faults of the site: 500, which nothing may cause. */
export async function actUntilGone(world: World) {
  const faults: number[] = [];
  try {
    for (;;) {
      const status = await oneOf(STEPS)?.(world, anyBooking(world.bookings));
      if (status === 500) faults.push(status);
      await sleep(Math.random() * PAUSE_MS);
    }
  } catch {
    return faults; // the connection was cut, or refused
  }
}
