import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseEnv, env } from "~/env.server";
import { call, send } from "../../support/site/app";
import { formOf, signedIn, whoAmI } from "../../support/site/sessions";
import { anAnimal, anOrder, anOrderBody, tomorrow } from "../../support/data/factories";

const APP = "https://app.example";

describe("a publicly cacheable response", () => {
  const KEPT = [
    { line: "GET /animal", prepare: () => ({ query: { limit: "3" } }) },
    { line: "GET /animal/{id}", prepare: () => ({ params: { id: anAnimal().id } }) },
    {
      line: "GET /order/availability",
      prepare: () => ({ query: { from: tomorrow(), to: tomorrow() } }),
    },
  ];

  test.each(KEPT)("$line: 304 while unchanged, by GET and HEAD", async ({ line, prepare }) => {
    const prepared = prepare();
    const first = await call(line, prepared);
    const etag = first.headers.get("etag")!;

    const asks = [etag, etag.replace("W/", ""), `"x", ${etag}`, "*"];
    for (const ifNoneMatch of asks) {
      for (const asked of [line, line.replace("GET", "HEAD")]) {
        const again = await call(asked, { ...prepared, headers: { "if-none-match": ifNoneMatch } });

        expect([ifNoneMatch, again.status, again.body]).toEqual([ifNoneMatch, 304, null]);
        expect(again.headers.get("etag")).toBe(etag);
        expect(again.headers.get("cache-control")).toBe("public, no-cache");
      }
    }
    const other = await call(line, { ...prepared, headers: { "if-none-match": '"x"' } });
    expect([other.status, other.headers.get("etag")]).toEqual([200, etag]);
  });

  test("has another ETag after a change", async () => {
    anAnimal();
    const before = await call("GET /animal");
    anAnimal();

    const after = await call("GET /animal", {
      headers: { "if-none-match": before.headers.get("etag")! },
    });

    expect(after.status).toBe(200);
    expect(after.body.data.pagination.total).toBe(2);
  });

  test.each([
    { line: "GET /order", as: "owner" },
    { line: "GET /message", as: "editor" },
    { line: "GET /admin/current-user", as: "admin" },
    { line: "GET /animal/{id}", as: "nobody" },
    { line: "GET /order/verify", as: "nobody" },
  ] as const)("$line as $as is not cacheable or an error", async ({ line, as }) => {
    const { headers } = await call(line, { as, params: { id: "x" } });

    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.has("etag")).toBe(false);
  });
});

describe("a page of another site", () => {
  const ask = (
    path: string,
    method = "GET",
    headers: Record<string, string> = {},
    body?: unknown,
  ) =>
    send(`/api/v1${path}`, {
      method,
      headers: { origin: APP, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const preflight = (path: string) =>
    ask(path, "OPTIONS", {
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type,idempotency-key",
    });
  const allowedIn = ({ headers }: Response) => headers.get("access-control-allow-origin");

  test("is blocked unless listed", async () => {
    for (const response of [
      await ask("/animal"),
      await preflight("/order"),
      await ask("/nothing"),
    ]) {
      expect(allowedIn(response)).toBeNull();
      expect(response.headers.has("vary")).toBe(false);
    }
  });

  describe("that is listed", () => {
    beforeEach(() => void (env.CORS_ORIGINS = [APP, "https://kiosk.example"]));
    afterEach(() => void (env.CORS_ORIGINS = []));

    test("receives the allowed methods and headers", async () => {
      const { status, headers } = await preflight("/order");

      expect(status).toBe(204);
      expect(headers.get("access-control-allow-origin")).toBe(APP);
      expect(headers.get("access-control-allow-methods")).toBe("GET, HEAD, POST, OPTIONS");
      expect(headers.get("access-control-allow-headers")).toBe(
        "Authorization, Content-Type, Idempotency-Key, If-None-Match",
      );
      expect(headers.get("access-control-allow-credentials")).toBe("true");
      expect(headers.get("vary")).toBe("Origin");
    });

    test("can read every kind of response", async () => {
      const json = { "content-type": "application/json" };
      const answers = [
        await ask("/animal"),
        await ask("/animal", "GET", { "if-none-match": "*" }),
        await ask("/order", "POST", json, anOrderBody()),
        await ask("/order", "POST", json, {}),
        await ask("/order", "PUT"),
        await ask("/admin/current-user"),
        await ask("/nothing"),
        await ask("/openapi.json"),
      ];

      expect(answers.map(({ status }) => status)).toEqual([200, 304, 201, 400, 405, 401, 404, 200]);
      for (const answer of answers) {
        expect(allowedIn(answer)).toBe(APP);
        expect(answer.headers.get("access-control-allow-credentials")).toBe("true");
        expect(answer.headers.get("access-control-expose-headers")).toBe(
          "Idempotent-Replayed, Retry-After, ETag, X-Request-Id",
        );
      }
    });

    test("is allowed for the API only, not for screens", async () => {
      const other = await ask("/animal", "GET", { origin: "https://evil.example" });
      const none = await ask("/animal", "GET", { origin: "null" });
      const screen = await send("/animals", { headers: { origin: APP } });

      expect([allowedIn(other), allowedIn(none), allowedIn(screen)]).toEqual([null, null, null]);
      expect(other.headers.get("vary")).toBe("Origin");
      expect(other.headers.has("access-control-allow-credentials")).toBe(false);
    });

    const CROSS_SITE = { origin: APP, "sec-fetch-site": "cross-site" };
    const LION = { name: "Lion", description: "Sleeps twenty hours a day." };

    test("may write, refresh and sign out by cookie; no other site may", async () => {
      const { cookie } = await signedIn("owner");
      const statuses = async (from: Record<string, string>) => {
        const headers = { cookie, ...from };
        return [
          (await call("POST /animal", { body: LION, headers })).status,
          (await call("POST /admin/refresh", { headers })).status,
          (await call("POST /admin/logout", { headers })).status,
        ];
      };

      for (const origin of ["https://evil.example", "null", `${APP}.evil.example`])
        expect([origin, await statuses({ ...CROSS_SITE, origin })]).toEqual([
          origin,
          [403, 403, 403],
        ]);
      expect(await statuses({ "sec-fetch-site": "cross-site" })).toEqual([403, 403, 403]);
      expect(await statuses(CROSS_SITE)).toEqual([201, 200, 200]);
      expect((await whoAmI({ cookie })).status).toBe(401);
    });

    test("may not send the forms of screens", async () => {
      const { cookie } = await signedIn("owner");
      const { id } = anOrder({ status: "paid" });
      const headers = { cookie, ...CROSS_SITE };
      const orders = "/admin/dashboard/orders?_data=routes/admin/orders";

      const answers = [
        await send(orders, { ...formOf({ id, intent: "refunded" }), headers }),
        await send("/logout", { ...formOf({}), headers }),
        await send("/contact?_data=routes/public/contact", { ...formOf({}), headers }),
      ];

      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
      const { body } = await call("GET /order/{id}", { headers: { cookie }, params: { id } });
      expect(body.data.order.status).toBe("paid");
    });

    test("reads our images by absolute addresses and may send them back", async () => {
      const { cookie } = await signedIn("owner");
      const headers = { cookie, ...CROSS_SITE };
      const photo = "/photos/red-panda.webp";
      const elsewhere = "https://pictures.example/lion.webp";
      const add = (imageUrl: string) =>
        call("POST /animal", { body: { ...LION, imageUrl }, headers });
      const urls = async (origin: Record<string, string>) => {
        const { body } = await call("GET /animal", { headers: origin });
        return body.data.items.map((animal: { imageUrl: string }) => animal.imageUrl);
      };

      const { body } = await add(`http://zoo.test${photo}`);
      await add(elsewhere);
      await add("");
      const edited = await call("PATCH /animal/{id}", {
        params: { id: body.data._id },
        body: { imageUrl: body.data.imageUrl },
        headers,
      });
      const one = await call("GET /animal/{id}", { params: { id: body.data._id } });
      const evil = await call("GET /animal", { headers: { origin: "https://evil.example" } });

      expect(body.data.imageUrl).toBe(`http://zoo.test${photo}`);
      expect(edited.body.data).toEqual(body.data);
      expect(await urls({ origin: APP })).toEqual(["", elsewhere, `http://zoo.test${photo}`]);
      expect(await urls({})).toEqual(["", elsewhere, photo]);
      expect([one.body.data.imageUrl, evil.body.data.items[2].imageUrl]).toEqual([photo, photo]);
      expect((await add("http://zoo.test/about")).status).toBe(400);
    });
  });

  test.each([
    ["https://a.example", ["https://a.example"]],
    [
      " https://a.example/ , http://b.example:8080 ,",
      ["https://a.example", "http://b.example:8080"],
    ],
    ["", []],
  ])("CORS_ORIGINS=%j lists %j", (value, origins) => {
    expect(parseEnv({ CORS_ORIGINS: value }).CORS_ORIGINS).toEqual(origins);
  });

  test.each([
    "*",
    "a.example",
    "https://a.example/shop",
    "https://a.example;https://b.example",
    "null",
  ])("CORS_ORIGINS=%j aborts startup", (value) => {
    expect(() => parseEnv({ CORS_ORIGINS: value })).toThrow(/^CORS_ORIGINS: .*app\.example/);
  });
});
