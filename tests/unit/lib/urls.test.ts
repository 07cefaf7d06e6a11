import { describe, expect, test } from "vitest";
import { safeRedirectPath } from "~/lib/http/urls.server";
import { isSameOrigin } from "~/lib/http/same-origin.server";

const HOME = "/admin/dashboard";

describe("the redirect after signing in", () => {
  test.each([
    ["/", "/"],
    ["/admin/dashboard/orders", "/admin/dashboard/orders"],
    ["/admin/dashboard/orders?status=paid&page=2", "/admin/dashboard/orders?status=paid&page=2"],
    ["/t/0123456789ABCDEFGHJK", "/t/0123456789ABCDEFGHJK"],
    ["/search?q=https://elsewhere.example", "/search?q=https://elsewhere.example"],
    ["/a/../b", "/b"],
    ["/orders#main", "/orders"],
  ])("%j leads to %j", (wanted, path) => {
    expect(safeRedirectPath(wanted, HOME)).toBe(path);
  });
});

describe("a request comes from this site", () => {
  test.each([
    [{}, true],
    [{ origin: "http://zoo.test" }, true],
    [{ "sec-fetch-site": "same-origin" }, true],
    [{ "sec-fetch-site": "none" }, true],
    [{ "sec-fetch-site": "same-site" }, false],
    [{ "sec-fetch-site": "cross-site" }, false],
    [{ "sec-fetch-site": "cross-site", origin: "http://zoo.test" }, false],
    [{ "sec-fetch-site": "nonsense" }, false],
    [{ origin: "null" }, false],
    [{ origin: "" }, false],
    [{ origin: "https://zoo.test" }, false],
    [{ origin: "http://zoo.test:81" }, false],
    [{ origin: "http://zoo.test.evil.example" }, false],
    [{ origin: "http://evil.example" }, false],
  ] as [Record<string, string>, boolean][])("with %j: %j", (headers, here) => {
    const request = new Request("http://zoo.test/logout", { method: "POST", headers });

    expect(isSameOrigin(request)).toBe(here);
  });
});
