import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test as base } from "../../support/site/zoo";

/**
 * The origins of a client of the API, on the zoo's site and on another: Chromium takes localhost and 127.0.0.1 for two
 * sites. In a test it keeps no cookies of another site, however they are set.
 */
const test = base.extend<object, { origins: { near: string; far: string } }>({
  origins: [
    async ({}, use) => {
      const server = createServer((_, res) => {
        res.setHeader("content-type", "text/html").end("<!doctype html><title>Client</title>");
      }).listen(0);
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      await use({ near: `http://localhost:${port}`, far: `http://127.0.0.1:${port}` });
      server.close();
    },
    { scope: "worker" },
  ],
  zooEnv: ({ origins: { near, far } }, use) =>
    use({ CORS_ORIGINS: `${near}, ${far}`, PUBLIC_URL: "https://zoo.example" }),
});

type Client = {
  token: string;
  call(method: string, path: string, body?: object): Promise<{ status: number; data: any }>;
};

/** Cookies always, a bearer once there is one, and one refresh and retry for a 401. */
function installClient(api: string) {
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(api + path, {
      method,
      credentials: "include",
      headers: {
        ...(body && { "content-type": "application/json" }),
        ...(client.token && { authorization: `Bearer ${client.token}` }),
      },
      body: body ? JSON.stringify(body) : null,
    });
    const { data } = await response.json();
    if (data?.accessToken) client.token = data.accessToken;
    return { status: response.status, data };
  };
  const client: Client = {
    token: "",
    async call(method, path, body) {
      const answer = await send(method, path, body);
      const isFinal = answer.status !== 401 || path === "/admin/login";
      if (isFinal || (await send("POST", "/admin/refresh")).status !== 200) return answer;
      return send(method, path, body);
    },
  };
  Object.assign(window, { client });
}

test("a page of a listed origin books, signs in, refreshes once and signs out @script", async ({
  zoo,
  page,
  context,
  origins,
  allow,
}) => {
  allow(/Failed to load resource: .* 40[01]/); // what the client provokes
  const calls: string[] = [];
  page.on("response", (response) => {
    const request = response.request();
    const { pathname } = new URL(response.url());
    if (request.method() !== "OPTIONS" && pathname.startsWith("/api/v1"))
      calls.push(`${request.method()} ${pathname.replace("/api/v1", "")} ${response.status()}`);
  });
  await page.goto(origins.near);
  await page.evaluate(installClient, `${zoo.url}/api/v1`);
  const call = (method: string, path: string, body?: object) =>
    page.evaluate(
      ([method, path, body]) =>
        (window as unknown as { client: Client }).client.call(method, path, body),
      [method, path, body] as const,
    );

  const animals = await call("GET", "/animal");
  const free = await call("GET", "/order/availability");
  const { visitDate, visitSlot } = free.data.find((slot: { open: boolean }) => slot.open);
  const contact = { name: "Joy", email: "joy@example.org" };
  const items = [{ ticketType: "adult", quantity: 1 }];
  const placed = await call("POST", "/order", { visitDate, visitSlot, contact, items });
  await call("POST", "/admin/login", zoo.owner);
  const before = await call("GET", "/order");

  expect(animals.data.items[0].imageUrl).toMatch(/^https:\/\/zoo\.example\/photos\//);
  expect(before.data.items[0]._id).toBe(placed.data.order._id);
  const cookies = await context.cookies();
  expect(cookies.map(({ name, secure, sameSite }) => [name, secure, sameSite])).toEqual([
    ["__Host-zoo_access", true, "None"],
    ["__Host-zoo_refresh", true, "None"],
  ]);

  // A quarter of an hour later.
  await context.clearCookies({ name: "__Host-zoo_access" });
  await page.evaluate(() => {
    (window as unknown as { client: Client }).client.token = "expired";
  });
  const after = await call("GET", "/order");
  await call("POST", "/admin/logout");
  const over = await call("GET", "/order");

  expect([after.status, over.status]).toEqual([200, 401]);
  expect(calls).toEqual([
    "GET /animal 200",
    "GET /order/availability 200",
    "POST /order 201",
    "POST /admin/login 200",
    "GET /order 200",
    "GET /order 401",
    "POST /admin/refresh 200",
    "GET /order 200",
    "POST /admin/logout 200",
    "GET /order 401",
    "POST /admin/refresh 400",
  ]);
});

test("a page of a listed site reads what the server itself refuses, and shows our photos @script", async ({
  zoo,
  page,
  origins,
  allow,
}) => {
  allow(/Failed to load resource: .* 400/);
  await page.goto(origins.far);
  const seen = await page.evaluate(async (url) => {
    const refused = await fetch(`${url}/api/v1/animal?_data=x`, { credentials: "include" });
    const { data } = await (await fetch(`${url}/api/v1/animal?limit=1`)).json();
    const image = new Image();
    image.src = url + new URL(data.items[0].imageUrl).pathname;
    await image.decode();
    return [refused.status, image.naturalWidth > 0];
  }, zoo.url);

  expect(seen).toEqual([400, true]);
});
