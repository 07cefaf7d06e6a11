import helmet from "helmet";
import { expect, test } from "vitest";
import { securityHeaders } from "../../../server/security-headers";
import { call } from "../../support/site/express";

test("sends HSTS for at least a year, over HTTPS only", async () => {
  const hsts = async (isSecure: boolean) => {
    const { headers } = await call([helmet(securityHeaders(isSecure)), (_, res) => res.end()], {});
    return headers["strict-transport-security"];
  };
  const [, seconds] = /^max-age=(\d+); includeSubDomains$/.exec((await hsts(true)) ?? "") ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(31_536_000);
  expect(await hsts(false)).toBeUndefined();
});
