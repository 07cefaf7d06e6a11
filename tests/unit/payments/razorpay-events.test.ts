import { expect, test } from "vitest";
import { MalformedWebhook } from "~/features/payments/provider";
import { createRazorpay } from "~/features/payments/providers/razorpay.server";
import { hmacHex } from "~/features/payments/providers/signature.server";

const provider = createRazorpay({ key: "rzp_test_1:secret", webhookSecrets: ["hook_secret"] });

function read(event: string, entities: Record<string, unknown>) {
  const payload = Object.fromEntries(
    Object.entries(entities).map(([name, entity]) => [name, { entity }]),
  );
  const text = JSON.stringify({ entity: "event", event, payload, created_at: 1796199000 });
  const body = new TextEncoder().encode(text);
  const headers = new Headers({ "x-razorpay-signature": hmacHex("hook_secret", body) });
  return provider.parseWebhook(body, headers).events;
}

const REFERENCE = "ZV-7G3K-1";
const MONEY = { amount: 5000, currency: "INR" };

const payment = {
  id: "pay_Zoo00000000001",
  entity: "payment",
  amount: 5000,
  currency: "INR",
  status: "captured",
  captured: true,
  method: "upi",
  order_id: "order_Zoo00000000001",
  fee: 118,
  tax: 18,
  email: null,
  contact: "+919000090000",
  vpa: "joy@upi",
  acquirer_data: { rrn: "103608848276" },
  notes: { reference: REFERENCE },
  error_description: null,
  created_at: 1796198371,
};
const failed = { ...payment, status: "failed", fee: null, error_description: "Payment failed" };
const payment_link = {
  id: "plink_Zoo00000000002",
  reference_id: REFERENCE,
  status: "paid",
  amount: 5000,
  amount_paid: 5000,
  expired_at: 0,
  cancelled_at: 0,
  notes: { reference: REFERENCE },
};
const refund = {
  id: "rfnd_Zoo0000000001",
  amount: 5000,
  currency: "INR",
  payment_id: "pay_Zoo00000000001",
  receipt: "refund-ZV-7G3K-1",
  notes: { reference: "refund-ZV-7G3K-1" },
  acquirer_data: { arn: "10000000000000" },
  status: "processed",
  created_at: 1796290000,
};
const dispute = { id: "disp_Zoo0000000001", payment_id: payment.id, amount: 5000, currency: "INR" };

const captured = {
  type: "captured",
  occurredAt: 1796198371000,
  reference: REFERENCE,
  paymentId: "pay_Zoo00000000001",
  money: MONEY,
  method: "upi",
  fee: 118,
};
const refunded = {
  type: "refund",
  occurredAt: 1796290000000,
  paymentId: "pay_Zoo00000000001",
  refundId: "rfnd_Zoo0000000001",
  reference: "refund-ZV-7G3K-1",
  money: MONEY,
  bankReference: "10000000000000",
};
const disputed = {
  type: "dispute",
  occurredAt: 1796199000000,
  paymentId: payment.id,
  money: MONEY,
};

test.each<[string, Record<string, unknown>, object[]]>([
  [
    "payment_link.paid",
    { payment_link, payment },
    [{ ...captured, sessionId: "plink_Zoo00000000002" }],
  ],
  ["payment.captured", { payment }, [captured]],
  [
    "payment.failed",
    { payment: failed },
    [
      {
        type: "attempt_failed",
        occurredAt: 1796199000000,
        reference: REFERENCE,
        reason: "Payment failed",
      },
    ],
  ],
  ["payment.authorized", { payment: { ...payment, status: "authorized" } }, []],
  [
    "payment_link.expired",
    { payment_link: { ...payment_link, status: "expired", expired_at: 1796200011 } },
    [
      {
        type: "session_closed",
        occurredAt: 1796200011000,
        reference: REFERENCE,
        how: "expired",
      },
    ],
  ],
  [
    "payment_link.cancelled",
    { payment_link: { ...payment_link, status: "cancelled", cancelled_at: 1796200012 } },
    [
      {
        type: "session_closed",
        occurredAt: 1796200012000,
        reference: REFERENCE,
        how: "cancelled",
      },
    ],
  ],
  [
    "payment_link.partially_paid",
    { payment_link, payment: { ...payment, amount: 100 } },
    [
      {
        ...captured,
        money: { ...MONEY, amount: 100 },
        sessionId: "plink_Zoo00000000002",
      },
    ],
  ],
  [
    "refund.created",
    { refund: { ...refund, status: "pending" } },
    [{ ...refunded, state: "pending" }],
  ],
  ["refund.processed", { refund, payment: {} }, [{ ...refunded, state: "succeeded" }]],
  [
    "refund.failed",
    { refund: { ...refund, status: "failed" } },
    [{ ...refunded, state: "failed", occurredAt: 1796199000000 }],
  ],
  ["payment.dispute.created", { dispute, payment }, [{ ...disputed, state: "open" }]],
  ["payment.dispute.won", { dispute, payment }, [{ ...disputed, state: "won" }]],
  ["payment.dispute.lost", { dispute, payment }, [{ ...disputed, state: "lost" }]],
  ["order.paid", { order: {}, payment }, []],
  ["invoice.paid", {}, []],
])("%s", (event, entities, events) => {
  expect(read(event, entities)).toEqual(events);
});

test.each([
  ["a captured payment without notes", "payment.captured", { payment: { ...payment, notes: [] } }],
  ["a failed one without notes", "payment.failed", { payment: { ...failed, notes: [] } }],
  ["a link made in their dashboard", "payment_link.expired", { payment_link: { id: "plink_1" } }],
  [
    "a payment that was only authorized",
    "payment_link.paid",
    { payment_link, payment: { ...payment, status: "authorized" } },
  ],
])("%s is not ours", (_, event, entities) => {
  expect(read(event, entities)).toEqual([]);
});

test.each([
  ["no method, fee and time", { method: null, fee: null, created_at: undefined }],
  ["fields of later versions", { settlement: { id: 7 }, fee: 118 }],
])("accepts a payment with %s", (_, changed) => {
  expect(read("payment.captured", { payment: { ...payment, ...changed } })).toMatchObject([
    { type: "captured", paymentId: payment.id, money: MONEY },
  ]);
});

test("a dispute without the payment's id is read from the payment", () => {
  expect(
    read("payment.dispute.created", { dispute: { ...dispute, payment_id: undefined }, payment }),
  ).toMatchObject([{ paymentId: payment.id }]);
});

test("the reference of a link is enough, as is the receipt of a refund", () => {
  const withoutNotes = { payment_link, payment: { ...payment, notes: [] } };

  expect(read("payment_link.paid", withoutNotes)).toMatchObject([{ reference: REFERENCE }]);
  expect(read("refund.processed", { refund: { ...refund, notes: [] } })).toMatchObject([
    { reference: "refund-ZV-7G3K-1" },
  ]);
});

test("a refund made in their dashboard has no reference", () => {
  expect(
    read("refund.processed", { refund: { ...refund, notes: [], receipt: null } }),
  ).toMatchObject([{ refundId: refund.id, reference: undefined }]);
});

test("the reason of a failed attempt names nobody", () => {
  const error_description = "joy@upi at +919000090000 has too little money";

  expect(read("payment.failed", { payment: { ...failed, error_description } })).toMatchObject([
    { reason: "… at … has too little money" },
  ]);
});

test("an unreadable payment is malformed, and the error names the field without its value", () => {
  const entities = { payment_link, payment: { ...payment, amount: "joy@upi" } };

  expect(() => read("payment_link.paid", entities)).toThrow(
    new MalformedWebhook("The webhook cannot be read at payment.entity.amount"),
  );
});
