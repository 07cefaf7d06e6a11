import { expect, test } from "vitest";
import { saidByAllOf } from "../../server/front";

const YEAR = 365 * 24 * 3_600;

test("under https browsers are told to come back so for a year or more, under http they are not", () => {
  const hsts = saidByAllOf(true).get("strict-transport-security") ?? "";

  expect(Number(/^max-age=(\d+); includeSubDomains$/.exec(hsts)?.[1])).toBeGreaterThan(YEAR);
  expect(saidByAllOf(false).has("strict-transport-security")).toBe(false);
});
