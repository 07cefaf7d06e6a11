import { expect, test } from "vitest";
import { commonHeadersFor } from "../../../server/validate-request";

const YEAR = 365 * 24 * 3_600;

test("under https browsers are told to come back so for a year or more, under http they are not", () => {
  const hsts = commonHeadersFor(true).get("strict-transport-security") ?? "";

  expect(Number(/^max-age=(\d+); includeSubDomains$/.exec(hsts)?.[1])).toBeGreaterThan(YEAR);
  expect(commonHeadersFor(false).has("strict-transport-security")).toBe(false);
});
