import { setTimeout as sleep } from "node:timers/promises";
import type { Delivery } from "../../support/payments/fake-server.ts";
import { deliver, type Bank } from "../payments/visitors.ts";

const SLOTS = ["morning", "afternoon", "evening"];
const DAY_MS = 86_400_000;
const PAUSE_MS = 20;

/** What a visitor holds after the site has answered. */
export type Held = {
  id: string;
  /** Of the order's page. */
  path: string;
  answeredAt: number;
  /** The site has confirmed the bank's news of the payment. */
  isPaid: boolean;
};

let booked = 0;

async function book(url: string): Promise<Held | undefined> {
  booked += 1;
  const day = new Date(Date.now() + (2 + (booked % 80)) * DAY_MS);
  const response = await fetch(`${url}/api/v1/order`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      visitDate: day.toISOString().slice(0, 10),
      visitSlot: SLOTS[booked % 3],
      contact: { name: "Asha Rao", email: `s${booked}@example.org`, phone: "9876543210" },
      items: [{ ticketType: "adult", quantity: 1 }],
      paymentMethod: "upi",
    }),
  });
  const { data } = (await response.json()) as {
    data: { order: { _id: string; links: { order: string } } } | null;
  };
  if (!data) return undefined;
  const { _id: id, links } = data.order;
  return { id, path: new URL(links.order).pathname, answeredAt: Date.now(), isPaid: false };
}

/** Opens the bank's page; the visitor is there now. */
async function goToBank(url: string, { path }: Held) {
  const body = new URLSearchParams({ intent: "pay" });
  const response = await fetch(url + path, { method: "POST", redirect: "manual", body });
  await response.arrayBuffer();
}

export const linkOf = ({ links }: Bank, { id }: Held) =>
  links.find(({ reference_id: reference }) => String(reference).startsWith(`${id}-`));

/** Pays, and lets the site know. */
export async function pay(bank: Bank, held: Held, tell: (news: Delivery) => Promise<number>) {
  const link = linkOf(bank, held);
  if (!link) return;
  bank.pay(String(link.reference_id));
  const answers: number[] = [];
  for (const news of bank.webhooks()) answers.push(await tell(news));
  held.isPaid = answers.length > 0 && answers.every((status) => status === 200);
}

/** Visitors who book without end, each third one to pay online; it ends when the site is gone. */
export function visitors(url: string, bank: Bank, atOnce: number) {
  const held: Held[] = [];
  const payer = async (at: number) => {
    for (;;) {
      const one = await book(url);
      if (!one) continue;
      held.push(one);
      if (at % 3 === 0) {
        await goToBank(url, one);
        // Half of them are still at the bank when the site goes.
        if (held.length % 2 === 0) await pay(bank, one, (news) => deliver(url, news));
      }
      await sleep(PAUSE_MS);
    }
  };
  const all = Array.from({ length: atOnce }, (_, at) => payer(at).catch(() => {}));
  return { held, gone: () => Promise.all(all) };
}
