import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { openFakeRazorpay } from "../../support/payments/fake-razorpay.ts";
import { cookieOf } from "../../support/auth/cookie.ts";
import { settingsOf } from "../../faults/payments/load.ts";
import { OWNER, type Server } from "../servers.ts";

/** A bank and a receiver of the zoo's own webhooks, and the settings by which a site uses them. */
export async function openOutside() {
  const bank = await openFakeRazorpay();
  const receiver = createServer((_, answer) => answer.end()).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  return {
    bank,
    receiverUrl,
    env: { ...settingsOf(bank), WEBHOOK_TEST_URL: receiverUrl },
    async close() {
      receiver.close();
      receiver.closeAllConnections();
      await bank.close();
    },
  };
}

const NEW_WEBHOOK = "/admin/dashboard/webhooks/new";
const ALL_EVENTS = ["order.placed", "order.paid", "payment.received"];

/**
 * Has the site send what happens to this address, as an owner would on the screen. Answers what a line of the bench is
 * to say of it: a site without outgoing webhooks is measured without.
 */
export async function subscribe(server: Pick<Server, "url">, receiverUrl: string) {
  const cookie = await cookieOf(server.url, OWNER);
  const page = await fetch(server.url + NEW_WEBHOOK, { headers: { cookie } });
  await page.arrayBuffer();
  if (page.status === 404) return "";
  const fields = ALL_EVENTS.map((name) => [`event-${name}`, "on"]);
  const answer = await fetch(server.url + NEW_WEBHOOK, {
    method: "POST",
    redirect: "manual",
    headers: { cookie, origin: server.url },
    body: new URLSearchParams([["url", `${receiverUrl}/`], ...fields]),
  });
  const text = await answer.text();
  if (!text.includes("whsec_")) throw new Error(`A webhook was not taken: ${answer.status}`);
  return ", webhooks out";
}
