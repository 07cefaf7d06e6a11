import fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import { sqlite } from "db/connection.server";
import { openFakeRazorpay } from "../../support/payments/fake-razorpay";

const bank = await openFakeRazorpay();
afterAll(() => bank.close());
vi.stubEnv("RAZORPAY_KEY", bank.key);
vi.stubEnv("RAZORPAY_WEBHOOK_SECRET", bank.webhookSecret);
vi.stubEnv("RAZORPAY_URL", bank.url);

// The settings are read when these are loaded.
const { call, cookieOf, send } = await import("../../support/site/app");
const { anOrderBody } = await import("../../support/data/factories");
const { formOf } = await import("../../support/site/sessions");
const { maintainPayments } = await import("~/features/payments/payment-jobs.server");

/** An order whose visitor is at the provider. Answers the reference of its page. */
async function anOpenPage() {
  const { body } = await call("POST /order", { body: anOrderBody() });
  await send(new URL(body.data.order.links.order).pathname, formOf({ intent: "pay" }));
  return bank.links[0]?.reference_id as string;
}

const post = (text: string, more: Record<string, string> = {}) => {
  const { body, headers } = bank.sign(text);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  return send("/webhooks/razorpay", { method: "POST", body: Buffer.from(body), headers });
};

const EVENTS = [
  ...["payment_link.paid", "payment_link.partially_paid", "payment_link.expired"],
  ...["payment_link.cancelled", "payment.captured", "payment.failed", "payment.dispute.created"],
  ...["payment.dispute.won", "payment.dispute.lost"],
  ...["refund.created", "refund.processed", "refund.failed", "unheard.of"],
];

/** Their shape, with whatever in it. */
function bodies(reference: string) {
  const anything = fc.oneof(fc.anything(), fc.constantFrom(null, "", 0, -1, 1e300, [], {}));
  const often = (...values: unknown[]) =>
    fc.oneof({ weight: 15, arbitrary: fc.constantFrom(...values) }, anything);
  const entity = fc.record(
    {
      id: often("pay_1", "plink_1", "rfnd_1", `${"x".repeat(300)}`),
      reference_id: often(reference),
      payment_id: often("pay_1", "pay_2"),
      amount: often(3000, 1, 0, -5000, Number.MAX_SAFE_INTEGER),
      currency: often("INR", "usd", "RUPEES"),
      status: often("captured", "processed", "failed"),
      method: often("upi"),
      fee: often(118, -1),
      receipt: often("refund-x"),
      notes: often({ reference }, [], { reference: 7 }),
      error_description: often("No"),
      created_at: often(1_796_198_000, -1, 1e15),
    },
    { requiredKeys: ["id", "amount", "currency", "payment_id"] },
  );
  const part = fc.oneof(
    { weight: 20, arbitrary: fc.record({ entity }) },
    { weight: 1, arbitrary: anything },
  );
  return fc.record(
    {
      event: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...EVENTS) }, anything),
      created_at: often(1_796_198_000, -1, 1e15),
      payload: fc.oneof(
        {
          weight: 9,
          arbitrary: fc.record({ payment: part, payment_link: part, refund: part, dispute: part }),
        },
        anything,
      ),
    },
    { requiredKeys: ["event"] },
  );
}

test("whatever Razorpay's webhooks hold, it is never a fault of the site, then or later", async () => {
  const reference = await anOpenPage();
  const statuses = new Set<number>();

  await fc.assert(
    fc.asyncProperty(bodies(reference), async (body) => {
      const text = JSON.stringify(body, (_, value) =>
        typeof value === "bigint" ? String(value) : (value as unknown),
      );
      const { status } = await post(text);
      statuses.add(status);
      expect([200, 400]).toContain(status);
    }),
    { numRuns: 500 },
  );

  expect([...statuses].toSorted()).toEqual([200, 400]);
  maintainPayments();
  const headers = { cookie: await cookieOf("owner") };
  for (const path of ["reconcile", "takings", "payments", "orders"])
    expect((await send(`/admin/dashboard/${path}`, { headers })).status, path).toBe(200);
  expect((await send("/admin/dashboard/reconcile.csv", { headers })).status).toBe(200);
  const errors = sqlite.prepare("SELECT DISTINCT error FROM payment_events").pluck().all();
  expect(["", "It is about a payment that is not here"]).toEqual(expect.arrayContaining(errors));
});

test.each([
  ["content-encoding", "gzip"],
  ["content-encoding", "br, deflate"],
  ["content-type", "multipart/form-data"],
  ["content-type", "application/json; charset=utf-16"],
])("the signed bytes are read as they are, whatever %s: %s says", async (name, value) => {
  expect((await post('{"event":"unheard.of"}', { [name]: value })).status).toBe(200);
});
