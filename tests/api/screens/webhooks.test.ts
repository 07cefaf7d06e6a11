import { beforeEach, expect, test } from "vitest";
import { env } from "~/env.server";
import { createSender } from "~/features/webhooks/webhook-worker.server";
import { everyTestBeginsAt } from "../../support/data/clock";
import { anOrder } from "../../support/data/factories";
import { staffScreen as screen, textOf } from "../../support/site/rendered-app";
import { openReceiver } from "../../support/webhooks/receiver";

everyTestBeginsAt(Date.parse("2026-11-24T06:00:00Z"));

const LIST = "/admin/dashboard/webhooks";

type Fields = Record<string, string>;

const secretIn = (html: string) => /<code[^>]*>(whsec_[^<]+)</.exec(html)![1]!;
const newestIn = (html: string) => /<tr[^>]* id="delivery-(\d+)".*?<\/tr>/s.exec(html)!;
const send = () => createSender().sendDue();

let receiver: Awaited<ReturnType<typeof openReceiver>>;
beforeEach(async () => {
  receiver = await openReceiver();
  env.WEBHOOK_TEST_URL = receiver.url;
  return () => receiver.close();
});

async function aWebhook() {
  const added = await screen(`${LIST}/new`, {
    ...{ intent: "save", url: `${receiver.url}/hook`, "event-order.placed": "on" },
  });
  const [, path] = /href="([^"]+)"[^>]*>Done, open the webhook/.exec(added.html)!;
  return { added, path: path!, secret: secretIn(added.html) };
}

test("an address that cannot be reached comes back with what was chosen", async () => {
  const url = "https://10.0.0.1/inside";
  const { status, html, text } = await screen(`${LIST}/new`, {
    ...{ intent: "save", url, "event-order.paid": "on" },
  });

  expect(status).toBe(400);
  expect(text).toContain("The address leads to a private or reserved network");
  expect(html).toMatch(new RegExp(`name="url"[^>]*value="${url}"`));
  const chosen = [...html.matchAll(/<input[^>]*name="event-([^"]+)"[^>]*>/g)]
    .filter(([box]) => box.includes("checked"))
    .map(([, event]) => event);
  expect(chosen).toEqual(["order.paid"]);
});

test("the secret is on no page but the answer to its form", async () => {
  const { added, path, secret } = await aWebhook();
  expect(added.text).toContain("Webhook added");
  expect((await screen(path)).html).not.toContain(secret);

  const replaced = await screen(path, { intent: "rotate" });
  expect(replaced.text).toContain("Copy the secret now");
  const next = secretIn(replaced.html);
  expect(next).not.toBe(secret);
  const later = await screen(path);
  expect(later.text).toContain("The earlier secret stays valid until");
  expect(later.html).not.toContain(next);
});

test("the page shows what was sent and its answer, and sends it again", async () => {
  const { path, secret } = await aWebhook();
  receiver.respondWith((response) => void response.writeHead(200).end("Thank you"));
  const press = async (fields: Fields) => (await screen(path, fields)).toast;
  expect(await press({ intent: "test" })).toBe("Test on its way");
  await send();
  expect(textOf(newestIn((await screen(path)).html)[0])).toMatch(/^Sent.*webhook\.test.*Thank you/);

  receiver.respondWith((response) => void response.writeHead(503).end("We are closed"));
  const { id } = anOrder();
  await send();
  const waiting = textOf(newestIn((await screen(path)).html)[0]);
  expect(waiting).toMatch(/^Waiting.*order\.placed.*503.*We are closed/);
  expect(waiting).toContain(id);

  expect(await press({ intent: "stop" })).toBe("Webhook stopped");
  const stopped = await screen(path);
  expect(textOf(newestIn(stopped.html)[0])).toContain("The webhook was stopped");
  expect(stopped.html).not.toMatch(/<button[^>]*>Send/);
  const other = { intent: "save", url: `${receiver.url}/other`, "event-order.placed": "on" };
  expect(await press(other)).toBe("Webhook saved");
  expect(await press({ intent: "start" })).toBe("Webhook started");

  receiver.respondWith((response) => void response.writeHead(204).end());
  const next = secretIn((await screen(path, { intent: "rotate" })).html);
  const [, delivery] = newestIn((await screen(path)).html);
  expect(await press({ intent: "again", delivery: delivery! })).toBe("Event queued again");
  await send();
  const again = receiver.received.at(-1)!;
  expect(again.path).toBe("/other");
  expect(again.headers["webhook-id"]).toBe(receiver.received.at(-2)!.headers["webhook-id"]);
  for (const each of [secret, next])
    expect(again.verify(each)).toMatchObject({ type: "order.placed", data: { _id: id } });
  expect(textOf(newestIn((await screen(path)).html)[0])).toMatch(/^Sent.*204/);

  expect((await screen(LIST)).text).toContain(`${receiver.url}/other`);
  expect(await press({ intent: "delete" })).toBe("Webhook deleted");
  expect((await screen(LIST)).text).toContain("No webhooks.");
});
