import { book, move } from "../../support/data/bookings";
import { sampled } from "../../support/data/random";
import { clientOf } from "../../support/site/client";
import { MORNING_ZONE, zooDayIn } from "../../support/data/time-zones";
import { addressed } from "../../support/site/route-table";
import { expect, test } from "../../support/site/zoo";

test.use({ zooEnv: { ZOO_TIMEZONE: MORNING_ZONE, LOG_FORMAT: "json" } });

type Line = { req: { id: string; method: string; path: string }; res?: { status: number } };
const linesOf = (output: string) =>
  output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line);

test("every kind of answer carries the headers that keep browsers safe @script", async ({
  zoo,
}) => {
  for (const path of [
    "/",
    "/nowhere",
    "/login",
    "/admin/dashboard",
    "/favicon.svg",
    "/robots.txt",
    "/healthz",
    "/api/v1/animal",
    "/api/v1/nowhere",
    "/api/v1/order",
    "/build/nowhere.js",
    "/%00",
  ]) {
    const { headers } = await fetch(zoo.url + path, { redirect: "manual" });
    const said = Object.fromEntries(headers);

    expect(said, path).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": "camera=(self), microphone=(), geolocation=(), payment=()",
      "x-request-id": expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(said["content-security-policy"], path).toMatch(/^default-src 'none'; [^,]+$/);
    expect(said["content-security-policy"], path).toContain("frame-ancestors 'none'");
    expect(said["content-security-policy"], path).not.toMatch(/unsafe|nonce/);
    expect(said, path).not.toHaveProperty("x-powered-by");
    expect(said, "plain http has no use for it").not.toHaveProperty("strict-transport-security");
  }
});

test("nobody keeps what was drawn for somebody, by page or by its data @script", async ({
  zoo,
}) => {
  const order = await book(zoo);
  await move(zoo, order._id, "paid");
  const own = new URL(order.links.order).pathname;
  const login = await fetch(`${zoo.url}/api/v1/admin/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(zoo.owner),
  });
  const cookie = login.headers.getSetCookie().map((line) => line.split(";")[0]);
  const screens = addressed()
    .filter(({ id }) => id.startsWith("routes/admin/"))
    .map(({ id, path }) => ({ id, path: path.replace("orders/x", `orders/${order._id}`) }));
  expect(screens.length).toBeGreaterThan(20);
  const said = async (path: string, headers: HeadersInit = {}) =>
    (await fetch(zoo.url + path, { headers, redirect: "manual" })).headers.get("cache-control");

  for (const { id, path } of [
    ...sampled(screens, 3),
    ...["tickets", "contact", "find-booking", "animals", "about"].map((name) => ({
      id: `routes/public/${name}`,
      path: name === "find-booking" ? "/tickets/find" : `/${name}`,
    })),
    { id: "routes/public/order", path: own },
  ]) {
    const data = `${path}?_data=${encodeURIComponent(id)}`;
    const headers = { cookie: cookie.join("; ") };
    // One that only takes scans has no page to look at.
    if (!id.endsWith("/check-in-sync")) expect(await said(path, headers), path).toBe("no-store");
    expect(await said(data, headers), data).toBe("no-store");
  }
  expect(await said(`${own}?_data=routes%2Fpublic%2Forder`)).toBe("no-store");
  for (const path of ["/", "/tickets", "/animals?unknown=1", "/nowhere"]) {
    expect(await said(path), `${path} for anybody`).toBe("private, no-cache");
  }
});

test("the gate's worker may fetch from the zoo, and nothing else @script", async ({ zoo }) => {
  const { headers } = await fetch(`${zoo.url}/gate-worker.js`);

  expect(headers.get("content-security-policy")).toBe("default-src 'none'; connect-src 'self'");
});

test("a script that found its way into a page does not run @script", async ({ page, allow }) => {
  allow(/Content Security Policy/, /Minified React error #4(18|23|25)/); // it is not the page that was drawn
  await page.route("/about", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      "<main",
      "<script>window.broken = 1</script><main",
    );
    await route.fulfill({ response, body });
  });
  await page.goto("/about");

  expect(await page.evaluate(() => "broken" in window)).toBe(false);
  expect(await page.evaluate(() => "__remixContext" in window)).toBe(true);
});

test("each answer is a line in the log, under the id it carries, and secrets are in none @script", async ({
  zoo,
}) => {
  const client = await clientOf(zoo);
  const { own, codes } = await client.book(zooDayIn(1), "paid");
  const secrets = ["canary-query", "canary-cookie", "canary-bearer", codes[0]!, own.split("/")[3]!];
  const headers = {
    cookie: "zoo_toast=canary-cookie",
    authorization: "Bearer canary-bearer",
    "x-request-id": "chosen-by-the-client",
  };
  for (const path of [`${own}?x=canary-query`, `/t/${codes[0]}`, "/animals?q=canary-query"]) {
    await fetch(zoo.url + path, { headers });
  }
  const verify = `/api/v1/order/verify?code=${codes[0]}`;
  const answer = await fetch(zoo.url + verify, { headers });

  const id = answer.headers.get("x-request-id");
  const line = () => linesOf(zoo.output()).find(({ req, res }) => res && req.id === id);
  await expect.poll(line).toMatchObject({
    req: { method: "GET", path: "/api/v1/order/verify" },
    res: { status: 200 },
  });
  const requests = linesOf(zoo.output()).flatMap(({ req, res }) => (res ? [req] : []));
  expect(new Set(requests.map(({ id }) => id)).size).toBe(requests.length);
  expect(requests.map(({ path }) => path)).toContain("/t/…");
  for (const secret of [...secrets, zoo.owner.password, zoo.owner.email, "chosen-by"]) {
    const printed = zoo
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"));
    expect(printed.join("\n"), secret).not.toContain(secret);
  }
});
