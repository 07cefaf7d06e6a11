import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { db, sqlite } from "db/connection.server";
import { enterReadOnlyMode } from "db/read-only.server";
import { paymentEvents, payments } from "db/schema";
import { orderById } from "~/features/orders/orders.server";
import { startCheckout } from "~/features/payments/checkout.server";
import type { ProviderEvent } from "~/features/payments/provider";
import { forgedCallsToday, retryFailedEvents } from "~/features/payments/webhook.server";
import { send } from "../../support/site/app";
import { anOrder } from "../../support/data/factories";
import { emptyBank, payAtBank, signed, signedBody } from "../../support/payments/demo-bank";

type Delivery = { body: Uint8Array<ArrayBuffer>; headers: Headers };

const post = ({ body, headers }: Delivery, provider = "demo") =>
  send(`/webhooks/${provider}`, { method: "POST", body, headers });

async function aPaidPage() {
  emptyBank();
  const { id } = anOrder();
  const { reference } = await startCheckout(id, "http://zoo.test");
  return { id, captured: payAtBank(reference) };
}

const events = () => db.select().from(paymentEvents).all();

test("a webhook pays its order once, however often it comes", async () => {
  const { id, captured } = await aPaidPage();
  const answers = [];
  for (let time = 0; time < 3; time += 1) answers.push(await post(signed("e1", captured)));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(orderById(id).status).toBe("paid");
  expect(db.select().from(payments).all()).toHaveLength(1);
  expect(events()).toMatchObject([{ eventId: "e1", state: "applied", deliveries: 3 }]);
});

test("a forged one is refused, counted, and not stored", async () => {
  const { id, captured } = await aPaidPage();
  const before = forgedCallsToday();
  const { body, headers } = signed("e1", captured);
  body[20]! ^= 1;

  expect((await post({ body, headers })).status).toBe(401);
  expect((await post({ body, headers: new Headers() })).status).toBe(401);
  expect(forgedCallsToday()).toBe(before + 2);
  expect([events(), orderById(id).status]).toEqual([[], "pending"]);
});

test.each([
  ["a body that cannot be read", () => post(signedBody("no JSON")), 400],
  ["more than 64 KB", () => post(signedBody("x".repeat(64 * 1024 + 1))), 413],
  ["an unknown provider", () => post(signed("e1"), "paypal"), 404],
  ["a provider that is not set up", () => post(signed("e1"), "stripe"), 404],
  ["a page that somebody opens", () => send("/webhooks/demo"), 405],
])("%s is answered", async (_, answer, status) => {
  expect((await answer()).status).toBe(status);
  expect(events()).toEqual([]);
});

test("while nothing can be written, the provider sends it again", async () => {
  const { captured } = await aPaidPage();
  enterReadOnlyMode();
  onTestFinished(() => void sqlite.pragma("query_only = 0"));
  expect((await post(signed("e1", captured))).status).toBe(503);
  sqlite.pragma("query_only = 0");
  expect((await post(signed("e1", captured))).status).toBe(200);
});

test("the answer sets no cookie and is for no other site", async () => {
  const { headers } = await post(signed("e1"));
  expect([headers.get("set-cookie"), headers.get("access-control-allow-origin")]).toEqual([
    null,
    null,
  ]);
});

test("one that cannot be applied yet is stored whole, changes nothing, and is applied later", async () => {
  const { id, captured } = await aPaidPage();
  const paymentId = captured.type === "captured" ? captured.paymentId : "";
  const refund: ProviderEvent = {
    type: "refund",
    paymentId,
    refundId: "r1",
    money: { amount: 3_000, currency: "INR" },
    state: "succeeded",
    occurredAt: 0,
  };
  const closed = { type: "session_closed", how: "expired", reference: `${id}-1`, occurredAt: 0 };
  expect((await post(signed("e1", closed as ProviderEvent, refund))).status).toBe(200);
  expect(events()).toMatchObject([
    { state: "failed", error: "It is about a payment that is not here" },
  ]);

  await post(signed("e2", captured));
  retryFailedEvents();
  expect(events().map(({ state }) => state)).toEqual(["applied", "applied"]);
});

test("whatever a signed body holds, it is never a fault of the site", async () => {
  const event = fc.oneof(
    fc.object(),
    fc.record({
      type: fc.constantFrom("captured", "refund", "dispute", "session_closed", "attempt_failed"),
      reference: fc.oneof(fc.string(), fc.integer()),
      paymentId: fc.oneof(fc.string(), fc.constant(null)),
      money: fc.oneof(fc.object(), fc.record({ amount: fc.double(), currency: fc.string() })),
    }),
  );
  const body = fc.oneof(
    fc.json(),
    fc.string({ unit: "binary" }),
    fc
      .record({ id: fc.string(), type: fc.string(), events: fc.array(event) })
      .map((hook) => JSON.stringify(hook)),
  );
  await fc.assert(
    fc.asyncProperty(body, async (text) => {
      expect([200, 400]).toContain((await post(signedBody(text))).status);
    }),
    { numRuns: 300 },
  );
});
