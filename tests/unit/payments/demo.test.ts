import type { ProviderEvent } from "~/features/payments/provider";
import {
  SIGNATURE_HEADER,
  type DemoAccount,
  type DemoCheckout,
} from "~/features/payments/providers/demo-account.server";
import { captured, createDemo } from "~/features/payments/providers/demo.server";
import { hmacHex } from "~/features/payments/providers/signature.server";
import type { Delivery } from "../../support/payments/fake-server";
import { describeProvider } from "./provider-contract";

const SECRET = "demo";
let count = 0;

function sign(text: string): Delivery {
  const body = new TextEncoder().encode(text);
  return { body, headers: new Headers({ [SIGNATURE_HEADER]: hmacHex(SECRET, body) }) };
}

/** An account in memory, whose webhooks wait. */
async function setUp() {
  const all = new Map<string, DemoCheckout>();
  const waiting: Delivery[] = [];
  const send = (event: ProviderEvent) =>
    waiting.push(
      sign(JSON.stringify({ id: `e${(count += 1)}`, type: event.type, events: [event] })),
    );
  const account: DemoAccount = {
    checkouts: () => [...all.values()],
    save: (checkout) => all.set(checkout.reference, checkout) && checkout,
    notify: async (...events) => events.forEach(send),
  };
  const find = (reference: string) => all.get(reference) as DemoCheckout;
  return {
    provider: createDemo(SECRET, account),
    pay(reference: string, { amount = find(reference).money.amount } = {}) {
      const id = `pay-${(count += 1)}`;
      const money = { ...find(reference).money, amount };
      const payment = { id, money, paidAt: Date.now(), isLate: false };
      send(captured(account.save({ ...find(reference), payments: [payment] }), payment));
      return id;
    },
    expire: (reference: string) => void account.save({ ...find(reference), expiresAt: 1 }),
    settleRefund(refundId: string, state: "succeeded" | "failed") {
      const [made] = account.checkouts().flatMap(({ refunds }) => refunds);
      send({ type: "refund", ...made!, refundId, state });
    },
    deliveries: () => waiting.splice(0),
    sign,
    signaturesAge: false,
  };
}

describeProvider("The demo provider", setUp);
