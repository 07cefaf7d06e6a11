import Razorpay from "razorpay";
import { validateWebhookSignature } from "razorpay/dist/utils/razorpay-utils.js";
import { expect, onTestFinished, test } from "vitest";
import { InvalidSignature, MalformedWebhook } from "~/features/payments/provider";
import { createRazorpay } from "~/features/payments/providers/razorpay.server";
import { hmacHex } from "~/features/payments/providers/signature.server";
import { openFakeRazorpay } from "../../support/payments/fake-razorpay";
import { describeFailingCalls, describeProvider } from "./provider-contract";

async function setUp(options: Parameters<typeof openFakeRazorpay>[0] = {}) {
  const fake = await openFakeRazorpay(options);
  const provider = createRazorpay({
    key: fake.key,
    webhookSecrets: [fake.webhookSecret],
    baseUrl: fake.url,
    pageDelayMs: 0,
  });
  const intruder = createRazorpay({
    key: "rzp_test_intruder:intruder",
    webhookSecrets: [],
    baseUrl: fake.url,
  });
  return { ...fake, provider, intruder, deliveries: fake.webhooks, signaturesAge: false };
}

describeProvider("Razorpay", () => setUp());
describeFailingCalls("Razorpay", () => setUp());

const HOUR = 3_600_000;
const REQUEST = {
  reference: "ZV-7G3K-1",
  money: { amount: 5000, currency: "INR" },
  description: "Zoo Verse ZV-7G3K",
  returnUrl: "https://zoo.example/pay/return/TOKEN",
  expiresAt: Date.now() + HOUR,
};

async function use(options: Parameters<typeof openFakeRazorpay>[0] = {}) {
  const controls = await setUp(options);
  onTestFinished(() => controls.close());
  return controls;
}

test.each([
  {
    secret: "test_secret",
    text: "plink_Zoo00000000001|ZV-7G3K-1|paid|pay_Zoo00000000001",
    signature: "ef90707666f7b6df693dcf9c150d9a80115bb3101a14aca375af1067ce3b6f1c",
  },
  {
    secret: "EnLs21M47BllR3X8PSFtjtbd",
    text: "order_IEIaMR65cu6nz3|pay_IH4NVgf4Dreq1l",
    signature: "0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f",
  },
  {
    secret: "hook_secret",
    text: '{"entity":"event","event":"payment_link.paid"}',
    signature: "dcd773c233051dff989ca82017a2a781c9f6899d74c7d30514da5392e85ffd85",
  },
])("signs $text as documented, and as their library does", ({ secret, text, signature }) => {
  expect(hmacHex(secret, text)).toBe(signature);
  expect(validateWebhookSignature(text, signature, secret)).toBe(true);
});

test("their library verifies what the fake signs", async () => {
  const { pay, webhooks, webhookSecret, provider } = await use();
  await provider.createCheckout(REQUEST);
  pay("ZV-7G3K-1");

  for (const { body, headers } of webhooks()) {
    const signature = headers.get("x-razorpay-signature")!;
    expect(
      Razorpay.validateWebhookSignature(new TextDecoder().decode(body), signature, webhookSecret),
    ).toBe(true);
  }
});

test("accepts the previous secret beside the current one, and no other", () => {
  const body = new TextEncoder().encode('{"event":"payment.authorized"}');
  const read = (...webhookSecrets: string[]) =>
    createRazorpay({ key: "rzp_live_1:secret", webhookSecrets }).parseWebhook(
      body,
      new Headers({ "x-razorpay-signature": hmacHex("previous", body) }),
    );

  expect(read("current", "previous").type).toBe("payment.authorized");
  expect(() => read("current")).toThrow(InvalidSignature);
  expect(() => read()).toThrow(InvalidSignature);
});

test.each(["", " "])("instead of an event id of %j, the body's hash is the id", async (id) => {
  const { provider, sign } = await use();
  const { body, headers } = sign('{"event":"x"}');
  headers.set("x-razorpay-event-id", id);

  expect(provider.parseWebhook(body, headers).eventId).toMatch(/^sha256:[0-9a-f]{64}$/);
});

test.each(["payment_links", "items"] as const)(
  "a page is found by its reference in a list of %s",
  async (linksField) => {
    const { provider, requests } = await use({ linksField });
    const { id } = await provider.createCheckout(REQUEST);

    expect((await provider.createCheckout(REQUEST)).id).toBe(id);
    expect(requests.map(({ method, path, query }) => `${method} ${path}?${query}`)).toEqual([
      "POST /v1/payment_links?",
      "POST /v1/payment_links?",
      "GET /v1/payment_links?reference_id=ZV-7G3K-1",
    ]);
  },
);

test("a reference that begins alike is another page", async () => {
  const { provider } = await use();
  const { id } = await provider.createCheckout(REQUEST);
  await provider.createCheckout({ ...REQUEST, reference: "ZV-7G3K-10" });

  expect((await provider.createCheckout(REQUEST)).id).toBe(id);
});

test("a paid link without its payment is asked for again", async () => {
  const { provider, pay, links } = await use();
  const { id } = await provider.createCheckout(REQUEST);
  pay(id);
  links[0]!.payments = [];

  await expect(provider.fetchCheckout({ id, reference: REQUEST.reference })).rejects.toMatchObject({
    kind: "indeterminate",
  });
});

test("a body that is no UTF-8 is malformed", async () => {
  const { provider, webhookSecret } = await use();
  const body = Buffer.from('{"event":"\xff"}', "latin1");
  const headers = new Headers({ "x-razorpay-signature": hmacHex(webhookSecret, body) });

  expect(() => provider.parseWebhook(body, headers)).toThrow(MalformedWebhook);
});

test("their library's payment link is the one that is found", async () => {
  const { provider, key, url } = await use();
  const [key_id, key_secret] = key.split(":");
  const library = new Razorpay({ key_id: key_id!, key_secret });
  // Their address is not an option.
  (library as any).api.rq.defaults.baseURL = url;

  const link = await library.paymentLink.create({
    amount: 5000,
    currency: "INR",
    reference_id: "ZV-7G3K-1",
    expire_by: Math.floor(Date.now() / 1000) + 3600,
  } as Parameters<typeof library.paymentLink.create>[0]);

  expect((await provider.createCheckout(REQUEST)).id).toBe(link.id);
  expect((await library.paymentLink.fetch(link.id)).reference_id).toBe("ZV-7G3K-1");
});

test("no contact data is sent, and the expiry is in seconds, 16 minutes ahead at least", async () => {
  const { provider, requests } = await use();

  await provider.createCheckout({ ...REQUEST, expiresAt: Date.now() });

  const sent = JSON.parse(requests[0]!.body);
  expect(sent).toEqual({
    amount: 5000,
    currency: "INR",
    accept_partial: false,
    reference_id: "ZV-7G3K-1",
    description: "Zoo Verse ZV-7G3K",
    expire_by: expect.any(Number),
    notify: { sms: false, email: false },
    reminder_enable: false,
    notes: { reference: "ZV-7G3K-1" },
    callback_url: "https://zoo.example/pay/return/TOKEN",
    callback_method: "get",
  });
  expect(sent.expire_by - Date.now() / 1000).toBeGreaterThan(15.5 * 60);
  expect(sent.expire_by - Date.now() / 1000).toBeLessThan(17 * 60);
});

test("a refund has its idempotency key, and an old one is looked for first", async () => {
  const { provider, pay, requests } = await use();
  await provider.createCheckout(REQUEST);
  const refund = {
    reference: "refund-ZV-7G3K-1",
    paymentId: pay("ZV-7G3K-1"),
    money: REQUEST.money,
    note: "",
    requestedAt: Date.now(),
  };

  await provider.refund(refund);
  const first = requests.at(-1)!;
  await provider.refund({ ...refund, requestedAt: Date.now() - 25 * HOUR });
  const last = requests.at(-1)!;

  expect(first).toMatchObject({ method: "POST", path: `/v1/payments/${refund.paymentId}/refund` });
  expect(first.headers["x-refund-idempotency"]).toBe("refund-ZV-7G3K-1");
  expect(JSON.parse(first.body)).toEqual({
    amount: 5000,
    speed: "normal",
    receipt: "refund-ZV-7G3K-1",
    notes: { reference: "refund-ZV-7G3K-1" },
  });
  expect(last).toMatchObject({ method: "GET", path: `/v1/payments/${refund.paymentId}/refunds` });
});

test("the key tells whether money moves", () => {
  const isTestMode = (key: string) => createRazorpay({ key, webhookSecrets: [] }).isTestMode;

  expect(isTestMode("rzp_test_Zoo00000000001:secret")).toBe(true);
  expect(isTestMode("rzp_live_Zoo00000000001:secret")).toBe(false);
});
