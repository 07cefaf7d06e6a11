import { afterEach, describe, expect, test, vi } from "vitest";
import { PROVIDERS } from "~/features/payments/provider";

const RAZORPAY = { RAZORPAY_KEY: "rzp_test_id:secret", RAZORPAY_WEBHOOK_SECRET: "hook" };
const STRIPE = { STRIPE_KEY: "sk_test_key", STRIPE_WEBHOOK_SECRET: "whsec_hook" };

/** The providers of a process that is started with these settings. */
async function startWith(settings: Record<string, string>) {
  vi.resetModules();
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  return import("~/features/payments/payment-providers.server");
}
afterEach(() => vi.unstubAllEnvs());

test.each(PROVIDERS.filter((name) => name !== "demo"))(
  "without a key there is no %s",
  async (name) => {
    const { paymentProvider } = await startWith({});

    expect(paymentProvider(name)).toBeUndefined();
  },
);

describe.each([
  ["razorpay", RAZORPAY],
  ["stripe", STRIPE],
] as const)("with a key of %s", (name, settings) => {
  test("it takes the payments, by one object for the process", async () => {
    const { activeProvider, paymentProvider } = await startWith(settings);

    expect(activeProvider()).toMatchObject({ name, isTestMode: true });
    expect(paymentProvider(name)).toBe(activeProvider());
  });

  test("where payments are off, its webhooks are still read", async () => {
    const { activeProvider, paymentProvider } = await startWith({ ...settings, PAYMENTS: "off" });

    expect(activeProvider()).toBeUndefined();
    expect(paymentProvider(name)).toMatchObject({ name });
  });
});
