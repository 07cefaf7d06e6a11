import { randomBase32 } from "~/lib/ids.server";
import { demoAccount, paymentProvider } from "~/features/payments/payment-providers.server";
import type { ProviderEvent } from "~/features/payments/provider";
import {
  SIGNATURE_HEADER,
  type DemoCheckout,
  type DemoPayment,
} from "~/features/payments/providers/demo-account.server";
import { captured } from "~/features/payments/providers/demo.server";
import { hmacHex } from "~/features/payments/providers/signature.server";
import { hmac } from "~/lib/crypto.server";
import { linkSecret } from "~/lib/secrets.server";

/** What visitors and the bank do at the demo provider, whose webhooks the test delivers. */

export const demo = () => {
  const provider = paymentProvider("demo");
  if (!provider) throw new Error("The demo provider is off");
  return provider;
};

/** The database of each test begins anew, so the bank must, too. */
export const emptyBank = () => void demoAccount().checkouts().splice(0);

export const checkoutOf = (reference: string) => {
  const found = demoAccount()
    .checkouts()
    .find((each) => each.reference === reference);
  if (!found) throw new Error(`The bank has no page for ${reference}`);
  return found;
};

type Way = Partial<Pick<DemoPayment, "isLate">> & { less?: number };

/** Pays a page, and returns what the bank would report. */
export function payAtBank(reference: string, { less = 0, isLate = false }: Way = {}) {
  const checkout = checkoutOf(reference);
  const { amount, currency } = checkout.money;
  const payment = {
    id: `pay_${randomBase32(14)}`,
    money: { amount: amount - less, currency },
    paidAt: Date.now(),
    isLate,
  };
  const paid: DemoCheckout = { ...checkout, payments: [...checkout.payments, payment] };
  demoAccount().save(paid);
  return captured(paid, payment);
}

/** A webhook as the bank sends it. */
export const signed = (eventId: string, ...events: ProviderEvent[]) =>
  signedBody(JSON.stringify({ id: eventId, type: events[0]?.type ?? "none", events }));

/** Whatever it holds, with a true signature. */
export function signedBody(text: string) {
  const body = new TextEncoder().encode(text);
  const secret = hmac(linkSecret(), "demo payments");
  return { body, headers: new Headers({ [SIGNATURE_HEADER]: hmacHex(secret, body) }) };
}
