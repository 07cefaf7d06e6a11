import { env } from "~/env.server";
import { hmac } from "~/lib/crypto.server";
import { linkSecret } from "~/lib/secrets.server";
import type { PaymentProvider, ProviderName } from "./provider";
import { openDemoAccount } from "./providers/demo-account.server";
import { createDemo } from "./providers/demo.server";
import { createRazorpay } from "./providers/razorpay.server";
import { createStripe } from "./providers/stripe.server";

const demoSecret = () => hmac(linkSecret(), "demo payments");

/** What the demo provider remembers, for its page. */
export const demoAccount = once(() => openDemoAccount(demoSecret()));

/** One for the process, made when it is first needed. */
const providers: Record<ProviderName, () => PaymentProvider | undefined> = {
  razorpay: once(() => {
    const { RAZORPAY_KEY: key, RAZORPAY_WEBHOOK_SECRET: webhookSecrets, RAZORPAY_URL } = env;
    return key ? createRazorpay({ key, webhookSecrets, baseUrl: RAZORPAY_URL }) : undefined;
  }),
  stripe: once(() => {
    const { STRIPE_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecrets, STRIPE_URL } = env;
    return key ? createStripe({ key, webhookSecrets, baseUrl: STRIPE_URL }) : undefined;
  }),
  demo: once(() => (isDemoAllowed() ? createDemo(demoSecret(), demoAccount()) : undefined)),
};

/** Where nobody could take it for the real thing, or where its owner wants it. */
const isDemoAllowed = () =>
  env.PAYMENTS === "demo" || !env.PUBLIC_URL || isLocal(new URL(env.PUBLIC_URL).hostname);

const isLocal = (host: string) => /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

function once<T>(create: () => T) {
  let made: { value: T } | undefined;
  return () => (made ??= { value: create() }).value;
}

/** Undefined if it is not set up. Its webhooks and refunds go on when new payments are off. */
export const paymentProvider = (name: ProviderName) => providers[name]();

/** The one that takes new payments. */
export function activeProvider() {
  if (env.PAYMENTS === "off") return undefined;
  return paymentProvider("razorpay") ?? paymentProvider("stripe") ?? paymentProvider("demo");
}
