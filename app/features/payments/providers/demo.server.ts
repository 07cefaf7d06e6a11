import * as z from "zod";
import { randomBase32 } from "~/lib/ids.server";
import { formatRupees, PAISE_PER_RUPEE } from "~/lib/money";
import {
  InvalidSignature,
  ProviderError,
  type CheckoutPage,
  type CheckoutRequest,
  type Money,
  type PaymentProvider,
  type ProviderEvent,
  type RefundRequest,
  type WebhookDelivery,
} from "../provider";
import {
  SIGNATURE_HEADER,
  type DemoAccount,
  type DemoCheckout,
  type DemoPayment,
} from "./demo-account.server";
import { isSignedBy } from "./signature.server";
import { parseWebhookBody } from "./webhook-body.server";

/** A provider inside the site, so that paying online can be tried without one: no money moves. */

const MINUTE = 60_000;
const REFUND_MS = 5_000;
/** After its page has closed, the zoo hears of a payment that was to be late. */
const LATE_MS = 13 * MINUTE;

export function createDemo(secret: string, account: DemoAccount): PaymentProvider {
  const find = (reference: string) =>
    account.checkouts().find((each) => each.reference === reference);
  return {
    name: "demo",
    isTestMode: true,
    sessionMinutes: { min: 15, max: 24 * 60 },
    createCheckout: async (request) => toPage(find(request.reference) ?? open(account, request)),
    expireCheckout: async ({ reference }) => {
      const checkout = find(reference);
      if (!checkout) return [];
      const paid = visibleEvents(checkout);
      if (paid.length > 0) return paid;
      account.save({ ...checkout, isClosed: true });
      return [{ type: "session_closed", reference, how: "cancelled", occurredAt: Date.now() }];
    },
    fetchCheckout: async ({ reference }) => {
      const checkout = find(reference);
      return checkout ? visibleEvents(checkout) : [];
    },
    refund: async (request) => refund(account, request),
    parseWebhook(body, headers) {
      if (!isSignedBy([secret], headers.get(SIGNATURE_HEADER) ?? "", body))
        throw new InvalidSignature("The signature of the webhook is not the demo provider's");
      return readWebhook(body);
    },
    readWebhook,
    async *listEvents(from, to) {
      const events = account
        .checkouts()
        .flatMap((each) => [...visibleEvents(each), ...refundEvents(each)]);
      yield* events.filter(({ occurredAt }) => occurredAt >= from && occurredAt <= to);
    },
  };
}

const toPage = ({ id, url, expiresAt }: DemoCheckout): CheckoutPage => ({ id, url, expiresAt });

function open(account: DemoAccount, request: CheckoutRequest): DemoCheckout {
  const { reference, money, description, returnUrl, expiresAt } = request;
  const url = returnUrl.replace("/pay/return/", "/pay/demo/");
  return account.save({
    id: `demo_${randomBase32(14)}`,
    ...{ reference, money, description, returnUrl, url, expiresAt },
    isClosed: false,
    payments: [],
    refunds: [],
  });
}

const isVisible = ({ isLate }: DemoPayment, { expiresAt }: DemoCheckout) =>
  !isLate || Date.now() > expiresAt + LATE_MS;

/** What the provider says when it is called. */
function visibleEvents(checkout: DemoCheckout): ProviderEvent[] {
  const { payments, isClosed, expiresAt, reference } = checkout;
  const visible = payments.filter((payment) => isVisible(payment, checkout));
  const isOver = payments.length === 0 && (isClosed || Date.now() > expiresAt);
  if (isOver) return [{ type: "session_closed", reference, how: "expired", occurredAt: expiresAt }];
  return visible.map((payment) => captured(checkout, payment));
}

export const captured = (
  { id: sessionId, reference }: DemoCheckout,
  { id: paymentId, money, paidAt }: DemoPayment,
): ProviderEvent => ({
  type: "captured",
  ...{ reference, sessionId, paymentId, money },
  method: "card",
  fee: Math.round(money.amount / 50),
  occurredAt: paidAt,
});

const refundEvents = (checkout: DemoCheckout): ProviderEvent[] =>
  checkout.refunds.map(({ fails, ...each }) => ({
    type: "refund",
    ...each,
    state: Date.now() < each.occurredAt + REFUND_MS ? "pending" : endOf(fails),
  }));

const endOf = (fails: boolean) => (fails ? "failed" : "succeeded");

/** Refunds of so many rupees, and of hundreds more, fail. */
const UNLUCKY = 13;
const isUnlucky = ({ amount }: Money) => Math.floor(amount / PAISE_PER_RUPEE) % 100 === UNLUCKY;

function refund(
  account: DemoAccount,
  { reference, paymentId, money }: RefundRequest,
): ProviderEvent {
  const checkout = account
    .checkouts()
    .find(({ payments }) => payments.some(({ id }) => id === paymentId));
  if (!checkout) throw new ProviderError("rejected", "The demo provider has no such payment");
  const known = refundEvents(checkout).find(
    (event) => event.type === "refund" && event.reference === reference,
  );
  if (known) return known;
  const paid = checkout.payments.find(({ id }) => id === paymentId)?.money.amount ?? 0;
  const before = checkout.refunds
    .filter((each) => each.paymentId === paymentId)
    .reduce((sum, each) => sum + each.money.amount, 0);
  if (before + money.amount > paid)
    throw new ProviderError("rejected", `Only ${formatRupees(paid - before)} can be refunded`);
  const refundId = `refund_${randomBase32(14)}`;
  const made = { reference, paymentId, refundId, money, occurredAt: Date.now() };
  const fails = isUnlucky(money);
  account.save({ ...checkout, refunds: [...checkout.refunds, { ...made, fails }] });
  setTimeout(
    () => account.notify({ type: "refund", ...made, state: endOf(fails) }),
    REFUND_MS,
  ).unref();
  return { type: "refund", ...made, state: "pending" };
}

const Webhook = z.object({
  id: z.string(),
  type: z.string(),
  events: z.array(z.custom<ProviderEvent>((event) => typeof event === "object")).default([]),
});

function readWebhook(body: Uint8Array): WebhookDelivery {
  const { id: eventId, ...webhook } = parseWebhookBody(body, Webhook);
  return { eventId, ...webhook };
}
