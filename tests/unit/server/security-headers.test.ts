import type { RequestHandler } from "express";
import { expect, test } from "vitest";
import { securityHeaders } from "../../../server/security-headers";
import { call } from "../../support/site/express";

const end: RequestHandler = (_, res) => res.end();

test("sends HSTS for at least a year, over HTTPS only, for other subdomains only when asked", async () => {
  const hsts = async (url: string | undefined, subdomains = false) => {
    const handlers = [...securityHeaders({ publicUrl: url, hstsSubdomains: subdomains }), end];
    return (await call(handlers, {})).headers["strict-transport-security"];
  };
  const [, seconds] = /^max-age=(\d+)$/.exec((await hsts("https://zoo.test")) ?? "") ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(31_536_000);
  expect(await hsts("https://zoo.test", true)).toMatch(/^max-age=\d+; includeSubDomains$/);
  expect(await hsts("http://zoo.test", true)).toBeUndefined();
  expect(await hsts(undefined, true)).toBeUndefined();
});

test.each([
  ["/photos/lion.webp", "cross-origin"],
  ["/images/06FD.webp", "cross-origin"],
  ["/", "same-origin"],
  ["/api/v1/animal", "same-origin"],
])("pages of other sites: %s is %s", async (path, policy) => {
  const handlers = [...securityHeaders({ publicUrl: undefined, hstsSubdomains: false }), end];
  const { headers } = await call(handlers, { path });
  expect(headers["cross-origin-resource-policy"]).toBe(policy);
});

test.each([
  ["https", ["a=1; Path=/; Secure", "b=2; Secure"]],
  ["http", ["a=1; Path=/", "b=2; Secure"]],
])("cookies of a visitor by %s are %j", async (proto, cookies) => {
  const setCookies: RequestHandler = (_, res) =>
    res.setHeader("set-cookie", ["a=1; Path=/", "b=2; Secure"]).end();
  const headers = { "x-forwarded-proto": proto };
  const handlers = securityHeaders({ publicUrl: undefined, hstsSubdomains: false });
  const answer = await call([...handlers, setCookies], { headers });
  expect(answer.headers["set-cookie"]).toEqual(cookies);
});
