import { expect, test } from "vitest";
import { MalformedWebhook } from "~/features/payments/provider";
import { hmacHex } from "~/features/payments/providers/signature.server";
import { createStripe } from "~/features/payments/providers/stripe.server";

const NOW = 1_796_199_000_000;
const provider = createStripe({
  key: "sk_test_1",
  webhookSecrets: ["whsec_test"],
  now: () => NOW,
});

function read(type: string, object: unknown) {
  const event = { id: "evt_1", object: "event", type, created: NOW / 1000, data: { object } };
  const body = JSON.stringify(event);
  const time = NOW / 1000;
  const headers = new Headers({
    "stripe-signature": `t=${time},v1=${hmacHex("whsec_test", `${time}.${body}`)}`,
  });
  return provider.parseWebhook(new TextEncoder().encode(body), headers).events;
}

const REFERENCE = "ZV-7G3K-1";
const MONEY = { amount: 5000, currency: "INR" };

const paid = {
  id: "cs_test_Zoo1",
  object: "checkout.session",
  client_reference_id: REFERENCE,
  metadata: { reference: REFERENCE },
  status: "complete",
  payment_status: "paid",
  amount_total: 5000,
  currency: "inr",
  payment_intent: "pi_Zoo1",
  customer_details: { email: "joy@home.example" },
  url: null,
  expires_at: 1_796_200_000,
};
const unpaid = { ...paid, payment_status: "unpaid" };
const refund = {
  id: "re_Zoo1",
  object: "refund",
  amount: 5000,
  currency: "inr",
  payment_intent: "pi_Zoo1",
  metadata: { reference: "refund-ZV-7G3K-1" },
  created: 1_796_198_000,
  destination_details: { card: { reference: "10000000000000", reference_type: "arn" } },
};
const dispute = { id: "du_Zoo1", payment_intent: "pi_Zoo1", amount: 5000, currency: "inr" };

const captured = {
  type: "captured",
  occurredAt: NOW,
  reference: REFERENCE,
  sessionId: "cs_test_Zoo1",
  paymentId: "pi_Zoo1",
  money: MONEY,
  method: "card",
};
const closed = { type: "session_closed", occurredAt: NOW, reference: REFERENCE, how: "expired" };
const refunded = {
  type: "refund",
  occurredAt: 1_796_198_000_000,
  paymentId: "pi_Zoo1",
  refundId: "re_Zoo1",
  reference: "refund-ZV-7G3K-1",
  money: MONEY,
  bankReference: "10000000000000",
};
const disputed = { type: "dispute", occurredAt: NOW, paymentId: "pi_Zoo1", money: MONEY };

test.each<[string, string, object, object[]]>([
  ["checkout.session.completed", "paid", paid, [captured]],
  ["checkout.session.completed", "unpaid", unpaid, []],
  [
    "checkout.session.completed",
    "free of charge",
    { ...paid, payment_status: "no_payment_required", payment_intent: null },
    [],
  ],
  ["checkout.session.async_payment_succeeded", "paid", paid, [captured]],
  [
    "checkout.session.async_payment_failed",
    "unpaid",
    unpaid,
    [
      {
        type: "attempt_failed",
        occurredAt: NOW,
        reference: REFERENCE,
        reason: "The bank did not pay",
      },
      closed,
    ],
  ],
  ["checkout.session.expired", "expired", { ...unpaid, status: "expired" }, [closed]],
  [
    "refund.created",
    "pending",
    { ...refund, status: "pending" },
    [{ ...refunded, state: "pending" }],
  ],
  [
    "refund.created",
    "requires_action",
    { ...refund, status: "requires_action" },
    [{ ...refunded, state: "pending" }],
  ],
  [
    "refund.updated",
    "succeeded",
    { ...refund, status: "succeeded" },
    [{ ...refunded, state: "succeeded" }],
  ],
  [
    "refund.updated",
    "canceled",
    { ...refund, status: "canceled" },
    [{ ...refunded, state: "failed", occurredAt: NOW }],
  ],
  [
    "refund.failed",
    "failed",
    { ...refund, status: "failed", failure_reason: "lost_or_stolen_card" },
    [{ ...refunded, state: "failed", occurredAt: NOW, reason: "lost_or_stolen_card" }],
  ],
  [
    "charge.dispute.created",
    "needs_response",
    { ...dispute, status: "needs_response" },
    [{ ...disputed, state: "open" }],
  ],
  ["charge.dispute.closed", "won", { ...dispute, status: "won" }, [{ ...disputed, state: "won" }]],
  [
    "charge.dispute.closed",
    "warning_closed",
    { ...dispute, status: "warning_closed" },
    [{ ...disputed, state: "won" }],
  ],
  [
    "charge.dispute.closed",
    "lost",
    { ...dispute, status: "lost" },
    [{ ...disputed, state: "lost" }],
  ],
  ["payment_intent.succeeded", "any", { id: "pi_Zoo1" }, []],
])("%s, %s", (type, _, object, events) => {
  expect(read(type, object)).toEqual(events);
});

test.each([
  [
    "a session without a reference",
    "checkout.session.completed",
    { ...paid, client_reference_id: null, metadata: {} },
  ],
  ["a refund without a payment intent", "refund.updated", { ...refund, payment_intent: null }],
  [
    "a dispute without a payment intent",
    "charge.dispute.created",
    { ...dispute, payment_intent: null },
  ],
])("%s is not ours", (_, type, object) => {
  expect(read(type, object)).toEqual([]);
});

test("the reference is read from the metadata, too", () => {
  expect(read("checkout.session.completed", { ...paid, client_reference_id: null })).toMatchObject([
    { reference: REFERENCE },
  ]);
});

test("the time, method and fee are those of the charge, where it comes along", () => {
  const latest_charge = {
    id: "ch_Zoo1",
    created: 1_796_198_371,
    payment_method_details: { type: "link" },
    balance_transaction: { id: "txn_Zoo1", fee: 150, currency: "inr" },
  };
  const withCharge = (changed: object) =>
    read("checkout.session.completed", {
      ...paid,
      payment_intent: { id: "pi_Zoo1", latest_charge: { ...latest_charge, ...changed } },
    });

  expect(withCharge({})).toEqual([
    { ...captured, occurredAt: 1_796_198_371_000, method: "link", fee: 150 },
  ]);
  expect(withCharge({ balance_transaction: { fee: 2, currency: "usd" } })).toMatchObject([
    { fee: undefined },
  ]);
  expect(withCharge({ balance_transaction: null })).toMatchObject([{ fee: undefined }]);
});

test("an unreadable session is malformed, and the error names the field without its value", () => {
  expect(() =>
    read("checkout.session.completed", { ...paid, amount_total: "joy@home.example" }),
  ).toThrow(new MalformedWebhook("The webhook cannot be read at amount_total"));
});
