import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { env } from "~/env.server";

const before = { ...env };
beforeEach(() => vi.resetModules());
afterEach(() => void Object.assign(env, before));

/** With no request before. */
async function fresh(settings: Partial<typeof env>) {
  const { env: own } = await import("~/env.server");
  Object.assign(own, settings);
  return import("~/features/maintenance/proxy-problems.server");
}

test("the dashboard names what the settings do not fit, once", async () => {
  const { noteProxySign, proxyProblems } = await fresh({});
  expect(proxyProblems()).toEqual([]);
  for (const sign of ["untrusted", "https", "untrusted"] as const) noteProxySign(sign);
  expect(proxyProblems()).toEqual([
    expect.stringContaining("TRUST_PROXY is 0"),
    expect.stringContaining("PUBLIC_URL is not set"),
  ]);
});

test("https is no problem where PUBLIC_URL is set", async () => {
  const { noteProxySign, proxyProblems } = await fresh({ PUBLIC_URL: "https://zoo.test" });
  noteProxySign("https");
  expect(proxyProblems()).toEqual([]);
});

test("a start behind a proxy without PUBLIC_URL warns", async () => {
  const { proxyWarnings } = await fresh({ TRUST_PROXY: 1 });
  expect(proxyWarnings()).toHaveLength(1);
  const { proxyWarnings: whenSet } = await fresh({ PUBLIC_URL: "https://zoo.test" });
  expect(whenSet()).toEqual([]);
});
