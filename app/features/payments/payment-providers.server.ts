import { env } from "~/env.server";
import type { PaymentProvider, ProviderName } from "./provider";
import { createRazorpay } from "./providers/razorpay.server";

/** One for the process, made when it is first needed. */
const providers: Record<ProviderName, () => PaymentProvider | undefined> = {
  razorpay: once(() => {
    const { RAZORPAY_KEY: key, RAZORPAY_WEBHOOK_SECRET: webhookSecrets, RAZORPAY_URL } = env;
    return key ? createRazorpay({ key, webhookSecrets, baseUrl: RAZORPAY_URL }) : undefined;
  }),
  stripe: () => undefined,
  demo: () => undefined,
};

function once<T>(create: () => T) {
  let made: { provider: T } | undefined;
  return () => (made ??= { provider: create() }).provider;
}

/** Undefined if it is not set up. Its webhooks and refunds go on when new payments are off. */
export const paymentProvider = (name: ProviderName) => providers[name]();

/** The one that takes new payments. */
export function activeProvider() {
  if (env.PAYMENTS === "off") return undefined;
  return paymentProvider("razorpay") ?? paymentProvider("stripe") ?? paymentProvider("demo");
}
