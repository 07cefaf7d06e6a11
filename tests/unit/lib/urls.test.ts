import { describe, expect, test } from "vitest";
import { safeRedirectPath } from "~/lib/http/urls.server";
import { isSameOrigin } from "~/lib/http/same-origin.server";
import { randomFrom } from "../../support/data/random";

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

  test.each([
    ...[
      null,
      undefined,
      "",
      " ",
      "//evil.example",
      "///evil.example",
      "/\\evil.example",
      "\\\\evil",
    ],
    ...["https://evil.example/", "https:evil.example", "javascript:alert(1)", "data:text/html,x"],
    ...[
      "/\t/evil.example",
      "/\n//evil.example",
      "\t//evil.example",
      "/..//evil.example",
      "/.//evil",
    ],
    ...["/%2e%2e//evil.example", "/./\\evil.example", "http://zoo.invalid//evil.example", "evil"],
    ...["mailto:a@b.c", "?x", "#x", "http:", "//", "/\\", "//[", "/a/..//evil"],
  ])("%j leads to the dashboard", (wanted) => {
    expect(safeRedirectPath(wanted, HOME)).toBe(HOME);
  });

  test("twenty thousand odd URLs never lead to another site", () => {
    const random = randomFrom(4);
    const bits = [
      ...[
        "/",
        "/",
        "\\",
        ".",
        "..",
        "%2f",
        "%5c",
        "%2e",
        "\t",
        "\n",
        "\r",
        " ",
        ":",
        "@",
        "?",
        "#",
      ],
      ...[
        "evil.example",
        "http",
        "https:",
        "javascript:",
        "zoo.test",
        "\u0000",
        "\u2028",
        "／",
        ";",
      ],
    ];
    for (let at = 0; at < 20_000; at += 1) {
      const wanted = Array.from({ length: random.whole(1, 7) }, () => random.oneOf(bits)).join("");

      const path = safeRedirectPath(wanted, HOME);

      const { origin } = new URL(`${path}#main`, "https://zoo.test/login");
      expect([wanted, path[0], origin]).toEqual([wanted, "/", "https://zoo.test"]);
    }
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
