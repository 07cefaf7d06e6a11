import { expect, test } from "vitest";
import { securityHeaders } from "../../../server/validate-request";

const YEAR = 365 * 24 * 3_600;

test("sends HSTS for at least a year, over HTTPS only", () => {
  const hsts = securityHeaders(true).get("strict-transport-security") ?? "";

  expect(Number(/^max-age=(\d+); includeSubDomains$/.exec(hsts)?.[1])).toBeGreaterThan(YEAR);
  expect(securityHeaders(false).has("strict-transport-security")).toBe(false);
});
