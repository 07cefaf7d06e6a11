import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { Webhook } from "standardwebhooks";
import { db } from "db/connection.server";
import { webhookDeliveries, webhookEndpoints } from "db/schema";
import { env } from "~/env.server";
import { checkIn } from "~/features/gate/check-in.server";
import { lockDay } from "~/features/takings/lock-day.server";
import { addEndpoint, sendTest } from "~/features/webhooks/endpoints.server";
import { EVENTS, TEST_EVENT } from "~/features/webhooks/webhook.rules";
import { createSender } from "~/features/webhooks/webhook-worker.server";
import { pinnedNode } from "../../../scripts/bootstrap.mjs";
import { everyTestBeginsAt } from "../../support/data/clock";
import { anAdmin, anOrder, asStaff, codesOf } from "../../support/data/factories";
import { freePort } from "../../support/free-port";

/** What docs/webhooks.md says to whoever writes a receiver. */

const NOW = Date.parse("2026-11-24T06:30:00Z");
everyTestBeginsAt(NOW);

const page = readFileSync("docs/webhooks.md", "utf8");
const blocks = (language: string) =>
  [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)].flatMap(([, of, text = ""]) =>
    of === language ? [text] : [],
  );

test("the message that it shows has the signature of its secret", () => {
  const [message = ""] = blocks("");
  const [head = "", body = ""] = message.trim().split("\n\n");
  const headers = Object.fromEntries(
    head.split("\n").flatMap((line) => (line.includes(": ") ? [line.split(": ")] : [])),
  ) as Record<string, string>;
  const [secret = ""] = /whsec_[\w+/]+=/.exec(page) ?? [];
  vi.setSystemTime(Number(headers["webhook-timestamp"]) * 1000);

  expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: "day.closed" });
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
});

test("it names every event", () => {
  for (const event of [...EVENTS, TEST_EVENT]) expect(page).toContain(`| \`${event}\``);
});

test("its events look like those that are sent", () => {
  db.insert(webhookEndpoints)
    .values({
      ...{ id: "all", url: "https://all.example/", events: [...EVENTS], secret: "" },
      ...{ createdAt: NOW, updatedAt: NOW },
    })
    .run();
  const owner = asStaff(anAdmin({ role: "owner" }));
  const visit = { visitDate: "2026-11-24", visitSlot: "afternoon" };
  const { id, seq } = anOrder({ ...visit, status: "paid" });
  checkIn(owner, codesOf(seq)[0]!);
  lockDay(owner, "2026-11-24");

  const sent = db
    .select()
    .from(webhookDeliveries)
    .all()
    .map(({ body }) => JSON.parse(body.replaceAll(id, "ZV-1")) as { type: string });
  const shown = blocks("json").map((text) => JSON.parse(text) as { type: string });
  expect(shown).toHaveLength(4);
  for (const event of shown) expect(event).toEqual(sent.find(({ type }) => type === event.type));
});

test("its receiver takes what is signed, and nothing else", async () => {
  vi.useRealTimers(); // it compares the time with its own
  const owner = asStaff(anAdmin({ role: "owner" }));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  env.WEBHOOK_TEST_URL = url;
  const { secret, id } = await addEndpoint(owner, { url, events: [...EVENTS] });

  const settings = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret };
  const receiver = spawn(pinnedNode(), ["--input-type=module", "-"], {
    env: settings,
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => {
    receiver.kill();
    delete env.WEBHOOK_TEST_URL;
  });
  receiver.stdin.end(`${blocks("js")[0]!}\nconsole.log("open");`);
  await once(receiver.stdout, "data");

  sendTest(owner, id);
  await createSender().sendDue();
  expect(db.select().from(webhookDeliveries).get()).toMatchObject({ state: "sent", status: 204 });

  const forged = {
    "webhook-id": "msg_1",
    "webhook-timestamp": "1",
    "webhook-signature": "v1,AA==",
  };
  const answer = await fetch(url, { method: "POST", body: "{}", headers: forged });
  expect(answer.status).toBe(400);
});
