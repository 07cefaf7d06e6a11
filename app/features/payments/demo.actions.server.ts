import { redirect, redirectDocument } from "@remix-run/node";
import { DomainError } from "~/lib/errors";
import { randomBase32 } from "~/lib/ids.server";
import { formatRupees, PAISE_PER_RUPEE } from "~/lib/money";
import { demoAccount, paymentProvider } from "./payment-providers.server";
import type { DemoCheckout } from "./providers/demo-account.server";
import { captured } from "./providers/demo.server";

/** The page of the demo provider: what a visitor, a bank and a network can do to a payment. */

function findCheckout(token: string): DemoCheckout {
  const found = paymentProvider("demo")
    ? demoAccount()
        .checkouts()
        .find(({ returnUrl }) => returnUrl.endsWith(`/${token.toUpperCase()}`))
    : undefined;
  if (!found) throw new DomainError("not_found", "The demo provider has no such page");
  return found;
}

export function demoView(token: string) {
  const checkout = findCheckout(token);
  const { description, money, isClosed, expiresAt, payments, lastAttempt } = checkout;
  return {
    action: `/pay/demo/${token}`,
    description,
    amount: formatRupees(money.amount),
    isClosed: payments.length === 0 && (isClosed || expiresAt < Date.now()),
    isPaid: payments.length > 0,
    hasFailed: lastAttempt === "failed",
    isSilent: lastAttempt === "silent",
    isLate: payments.some(({ isLate }) => isLate),
  };
}

/** Each button is a way in which a payment can end. Throws `not_found`, and `conflict` for a page that is closed. */
export async function handleDemoAction(token: string, intent = "") {
  const checkout = findCheckout(token);
  const { notify, save } = demoAccount();
  if (intent === "tell") {
    const payments = checkout.payments.map((each) => ({ ...each, isLate: false }));
    save({ ...checkout, payments });
    await notify(...payments.map((payment) => captured(checkout, payment)));
    return leave(checkout);
  }
  if (checkout.payments.length > 0) return leave(checkout);
  if (checkout.isClosed || checkout.expiresAt < Date.now())
    throw new DomainError("conflict", "This page has expired");
  if (intent === "fail") {
    save({ ...checkout, lastAttempt: "failed" });
    const { reference } = checkout;
    const reason = "The bank declined";
    await notify({ type: "attempt_failed", reference, reason, occurredAt: Date.now() });
    return redirect(`/pay/demo/${token}`, 303);
  }
  const { amount, currency } = checkout.money;
  const payment = () => ({
    id: `pay_${randomBase32(14)}`,
    money: { amount: intent === "less" ? amount - PAISE_PER_RUPEE : amount, currency },
    paidAt: Date.now(),
    isLate: intent === "late",
  });
  const payments = intent === "twice" ? [payment(), payment()] : [payment()];
  save({ ...checkout, payments, lastAttempt: intent === "silent" ? "silent" : "paid" });
  if (intent === "silent" || intent === "late") return redirect(`/pay/demo/${token}`, 303);
  for (const each of payments) await notify(captured(checkout, each));
  return leave(checkout);
}

const leave = ({ returnUrl }: DemoCheckout) => redirectDocument(returnUrl, 303);
