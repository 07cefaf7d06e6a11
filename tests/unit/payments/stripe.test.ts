import Stripe from "stripe";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { InvalidSignature } from "~/features/payments/provider";
import { hmacHex } from "~/features/payments/providers/signature.server";
import { createStripe } from "~/features/payments/providers/stripe.server";
import { openFakeStripe } from "../../support/payments/fake-stripe";
import { collect, describeFailingCalls, describeProvider } from "./provider-contract";

async function setUp() {
  const fake = await openFakeStripe();
  const provider = createStripe({
    key: fake.key,
    webhookSecrets: [fake.webhookSecret],
    baseUrl: fake.url,
    pageDelayMs: 0,
  });
  const intruder = createStripe({
    key: "sk_test_intruder",
    webhookSecrets: [],
    baseUrl: fake.url,
  });
  return { ...fake, provider, intruder, deliveries: fake.webhooks, signaturesAge: true };
}

describeProvider("Stripe", setUp);
describeFailingCalls("Stripe", setUp);

const MINUTE = 60_000;
const REQUEST = {
  reference: "ZV-7G3K-1",
  money: { amount: 5000, currency: "INR" },
  description: "Zoo Verse ZV-7G3K",
  returnUrl: "https://zoo.example/pay/return/TOKEN",
  expiresAt: Date.now() + 60 * MINUTE,
};

async function use() {
  const controls = await setUp();
  onTestFinished(() => controls.close());
  return controls;
}

const SIGNED_AT = 1_700_000_000;
const BODY = '{"id":"evt_1"}';
const SIGNATURE = "c89214b5b5da833daed6f0b8c5bb6bd58cea9022bd80ccc78230f3942d632925";
const PAYLOAD = '{"id":"evt_1","type":"new.one"}';

function read(
  body: string,
  header: string,
  { secrets = ["whsec_test"], now = SIGNED_AT * 1000 } = {},
) {
  const provider = createStripe({ key: "sk_live_1", webhookSecrets: secrets, now: () => now });
  const headers = new Headers({ "stripe-signature": header });
  return provider.parseWebhook(new TextEncoder().encode(body), headers);
}

describe("signatures", () => {
  const library = new Stripe("sk_test_1");
  const signed = (secret = "whsec_test") =>
    library.webhooks.generateTestHeaderString({ payload: PAYLOAD, secret, timestamp: SIGNED_AT });

  test("are made as their library makes them", () => {
    const header = `t=${SIGNED_AT},v1=${SIGNATURE}`;
    const payload = { payload: BODY, secret: "whsec_test", timestamp: SIGNED_AT };

    expect(hmacHex("whsec_test", `${SIGNED_AT}.`, BODY)).toBe(SIGNATURE);
    expect(library.webhooks.generateTestHeaderString(payload)).toBe(header);
  });

  test("of their library are accepted", () => {
    expect(read(PAYLOAD, signed()).eventId).toBe("evt_1");
  });

  test("of the fake are accepted by their library", async () => {
    const { provider, pay, webhooks, webhookSecret } = await use();
    await provider.createCheckout(REQUEST);
    pay(REQUEST.reference);

    const types = webhooks().map(({ body, headers }) => {
      const header = headers.get("stripe-signature")!;
      return library.webhooks.constructEvent(Buffer.from(body), header, webhookSecret).type;
    });

    expect(types).toContain("checkout.session.completed");
  });

  test("with the previous secret are accepted beside the current one, with another not", () => {
    const header = signed("whsec_previous");

    expect(read(PAYLOAD, header, { secrets: ["whsec_1", "whsec_previous"] }).eventId).toBe("evt_1");
    expect(() => read(PAYLOAD, header, { secrets: ["whsec_1"] })).toThrow(InvalidSignature);
    expect(() => read(PAYLOAD, header, { secrets: [] })).toThrow(InvalidSignature);
  });

  test("of several, one is enough", () => {
    const [time, signature] = signed().split(",");

    expect(read(PAYLOAD, `${time},v1=${"0".repeat(64)},${signature},v0=1`).eventId).toBe("evt_1");
  });

  test.each([
    [300, true],
    [301, false],
  ])("%i seconds old: accepted is %s", (seconds, isAccepted) => {
    const outcome = () => read(PAYLOAD, signed(), { now: (SIGNED_AT + seconds) * 1000 });

    if (isAccepted) expect(outcome().eventId).toBe("evt_1");
    else expect(outcome).toThrow(InvalidSignature);
  });

  test.each(["", "v1=1", "t=1700000000", `v1=${SIGNATURE}`, "t=x,v1=", ",,=,t,v1"])(
    "like %j are no signatures",
    (header) => {
      expect(() => read(PAYLOAD, header)).toThrow(InvalidSignature);
    },
  );
});

test("their library can create a session and a refund at the fake", async () => {
  const { provider, key, port, pay, requests } = await use();
  const library = new Stripe(key, { host: "127.0.0.1", port, protocol: "http" });

  const session = await library.checkout.sessions.create({
    mode: "payment",
    client_reference_id: REQUEST.reference,
    line_items: [
      {
        quantity: 1,
        price_data: { currency: "inr", unit_amount: 5000, product_data: { name: "Tickets" } },
      },
    ],
    success_url: REQUEST.returnUrl,
    expires_at: Math.floor(Date.now() / 1000) + 3600,
  });
  const paymentId = pay(session.id);
  const metadata = { reference: "refund-ZV-7G3K-1" };
  const refund = await library.refunds.create({ payment_intent: paymentId, amount: 50, metadata });

  const fetched = await provider.fetchCheckout({ reference: REQUEST.reference });
  expect(fetched).toMatchObject([{ type: "captured", paymentId, sessionId: session.id }]);
  const again = { reference: metadata.reference, paymentId, note: "", requestedAt: 0 };
  expect(await provider.refund({ ...again, money: REQUEST.money })).toMatchObject({
    refundId: refund.id,
    money: { amount: 50, currency: "INR" },
  });
  const versions = requests.map(({ headers }) => headers["stripe-version"]);
  expect(new Set(versions).size).toBe(1);
});

test("no contact data is sent, and the expiry is in seconds, 30 minutes ahead at least", async () => {
  const { provider, requests } = await use();

  await provider.createCheckout({ ...REQUEST, expiresAt: Date.now() });

  const { body, headers } = requests[0]!;
  const { expires_at, ...fields } = Object.fromEntries(new URLSearchParams(body));
  expect(fields).toEqual({
    mode: "payment",
    submit_type: "book",
    "payment_method_types[0]": "card",
    client_reference_id: "ZV-7G3K-1",
    "metadata[reference]": "ZV-7G3K-1",
    "payment_intent_data[metadata][reference]": "ZV-7G3K-1",
    "payment_intent_data[description]": "Zoo Verse ZV-7G3K",
    "line_items[0][quantity]": "1",
    "line_items[0][price_data][currency]": "inr",
    "line_items[0][price_data][unit_amount]": "5000",
    "line_items[0][price_data][product_data][name]": "Zoo Verse ZV-7G3K",
    success_url: "https://zoo.example/pay/return/TOKEN?session_id={CHECKOUT_SESSION_ID}",
    cancel_url: "https://zoo.example/pay/return/TOKEN",
  });
  expect(headers["idempotency-key"]).toBe("ZV-7G3K-1");
  const minutesAhead = (Number(expires_at) * 1000 - Date.now()) / MINUTE;
  expect(minutesAhead).toBeGreaterThan(30);
  expect(minutesAhead).toBeLessThan(32);
});

test("a repeated call has the same body, as its idempotency key demands", async () => {
  const { provider, requests } = await use();
  const shortest = Date.now() + provider.sessionMinutes.min * MINUTE;

  await provider.createCheckout({ ...REQUEST, expiresAt: shortest });
  await provider.createCheckout({ ...REQUEST, expiresAt: shortest });

  expect(requests.map(({ method }) => method)).toEqual(["POST", "POST"]);
  expect(requests[0]!.body).toBe(requests[1]!.body);
});

test("a payment is listed by the time at which it was made, a day after its page at most", async () => {
  const opened = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: opened });
  onTestFinished(() => void vi.useRealTimers());
  const { provider, pay } = await use();
  await provider.createCheckout({ ...REQUEST, expiresAt: opened + 23 * 60 * MINUTE });
  vi.setSystemTime(opened + 20 * 60 * MINUTE);
  pay(REQUEST.reference);

  const listed = (from: number, to: number) =>
    collect(provider.listEvents(opened + from * 60 * MINUTE, opened + to * 60 * MINUTE));

  expect(await listed(19, 21)).toMatchObject([{ reference: REQUEST.reference }]);
  expect(await listed(-1, 19)).toEqual([]);
  expect(await listed(21, 22)).toEqual([]);
});

test("a page that was paid already leads to the site", async () => {
  const { provider, pay } = await use();
  await provider.createCheckout(REQUEST);
  pay(REQUEST.reference);

  const later = { ...REQUEST, expiresAt: REQUEST.expiresAt + MINUTE };

  expect((await provider.createCheckout(later)).url).toBe(REQUEST.returnUrl);
});

test("a refund has its idempotency key, and an old one is looked for first", async () => {
  const { provider, pay, requests } = await use();
  await provider.createCheckout(REQUEST);
  const paymentId = pay(REQUEST.reference);
  const refund = { reference: "refund-ZV-7G3K-1", paymentId, money: REQUEST.money, note: "" };

  await provider.refund({ ...refund, requestedAt: Date.now() });
  const first = requests.at(-1)!;
  await provider.refund({ ...refund, requestedAt: Date.now() - 25 * 60 * MINUTE });
  const last = requests.at(-1)!;

  expect(first).toMatchObject({ method: "POST", path: "/v1/refunds" });
  expect(first.headers["idempotency-key"]).toBe("refund-ZV-7G3K-1");
  expect(Object.fromEntries(new URLSearchParams(first.body))).toEqual({
    payment_intent: paymentId,
    amount: "5000",
    reason: "requested_by_customer",
    "metadata[reference]": "refund-ZV-7G3K-1",
  });
  expect(last).toMatchObject({ method: "GET", path: "/v1/refunds" });
});

test("the key tells whether money moves", () => {
  const isTestMode = (key: string) => createStripe({ key, webhookSecrets: [] }).isTestMode;

  expect(["sk_test_1", "rk_test_1", "sk_live_1", "rk_live_1"].map(isTestMode)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
