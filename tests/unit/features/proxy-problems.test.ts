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

const FORWARDED = { "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https" };

test.each([
  [{}, FORWARDED, "127.0.0.1", [/TRUST_PROXY is 0/, /PUBLIC_URL is not set/]],
  [{ TRUST_PROXY: 1 }, FORWARDED, "10.0.0.1", [/PUBLIC_URL/]],
  [{ TRUST_PROXY: 1 }, { ...FORWARDED, "x-forwarded-proto": "http" }, "::1", []],
  [{ TRUST_PROXY: 1, PUBLIC_URL: "https://zoo.test" }, FORWARDED, "127.0.0.1", []],
  [{}, {}, "127.0.0.1", []],
  [{}, FORWARDED, "198.51.100.1", []], // a stranger
])("with %j, %j from %s is told of once", async (settings, headers, address, problems) => {
  const { noteProxyHeaders, proxyProblems } = await fresh(settings);
  for (let time = 0; time < 2; time += 1) noteProxyHeaders(headers, address);
  expect(proxyProblems()).toEqual(problems.map((text) => expect.stringMatching(text) as string));
});

test("a start behind a proxy without PUBLIC_URL warns", async () => {
  const { proxyWarnings } = await fresh({ TRUST_PROXY: 1 });
  expect(proxyWarnings()).toHaveLength(1);
  const { proxyWarnings: whenSet } = await fresh({ PUBLIC_URL: "https://zoo.test" });
  expect(whenSet()).toEqual([]);
});
