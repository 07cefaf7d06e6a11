import { expect, test } from "vitest";
import type { HttpContext } from "../../../server/http-context";
import { validateRequest } from "../../../server/validate-request";

/** A form that another site's page sends. */
const sentTo = (url: string, method = "POST") => {
  const headers = { host: "zoo.test", origin: "https://elsewhere.example" };
  const req = { method, url, headers, rawHeaders: ["Host", "zoo.test"], httpVersionMajor: 1 };
  return { req, path: url.split("?")[0], origin: "http://zoo.test" } as unknown as HttpContext;
};

test.each([
  ["/api/v1/order", undefined],
  ["/API/v1/order", undefined],
  ["/api/V1/Order/ZV-1", undefined],
  ["/api/v1", undefined],
  ["/Api/V1/", undefined],
  ["/tickets", 403],
  ["/api/docs", 403],
  ["/api/v10/order", 403],
  ["//api/v1/order", 403],
  ["/x/api/v1/order", 403],
])("a cross-site form to %s: %j", (path, status) => {
  expect(validateRequest(sentTo(path))?.status).toBe(status);
  expect(validateRequest(sentTo(path, "GET"))).toBeUndefined();
});

test.each([
  ["twice", ["Host", "zoo.test", "host", "evil.example"], 400],
  ["once", ["Host", "zoo.test", "Accept", "host"], undefined],
])("a request with the host %s", (_, rawHeaders, status) => {
  const asked = sentTo("/", "GET");
  Object.assign(asked.req, { rawHeaders });
  expect(validateRequest(asked)?.status).toBe(status);
});
