import { spawn } from "node:child_process";
import { once } from "node:events";
import { pinnedNode, ROOT } from "../../../scripts/bootstrap.mjs";
import { book, move } from "../../support/data/bookings";
import { sampled } from "../../support/data/random";
import { addressed } from "../../support/site/route-table";
import { freePort } from "../../support/free-port";
import { expect, test, type Zoo } from "../../support/site/zoo";

const ADDRESS = "http://zoo.test";
const ENV = { ONE_WRITER: "off", PUBLIC_URL: ADDRESS, LOG_FORMAT: "json" };
const HOME = "/admin/dashboard";
const NEW_EACH_TIME = `${HOME}/settings/second-factor`; // a key and its QR code

test.use({ zooEnv: ENV });

/** Remix's own server on the same build and the same files. */
async function remixServe({ dataDir }: Zoo) {
  const port = await freePort();
  const env = { ...process.env, ...ENV, DATA_DIR: dataDir, PORT: String(port) };
  const server = spawn(
    pinnedNode(),
    ["node_modules/@remix-run/serve/dist/cli.js", "build/index.js"],
    { cwd: ROOT, env: { ...env, NODE_ENV: "production", RATE_LIMITS: "off" }, stdio: "ignore" },
  );
  const url = `http://localhost:${port}`;
  await expect.poll(() => fetch(url).then(({ ok }) => ok, () => false)).toBe(true); // prettier-ignore
  return {
    url,
    async close() {
      server.kill();
      await once(server, "exit");
    },
  };
}

type Asked = { path: string; method?: string; form?: Record<string, string>; json?: object };

/** Whatever differs each time it is asked. */
const CHANGING =
  /\d{13}\.[0-9A-Z]{26}\.[0-9A-Z]{26}|to-be-stamped|[\da-f]{8}-[\da-f-]{27}|'sha256-[^']+'|01[0-9A-Z]{24}(?=")|\d+ (?:second|minute)s? ago|just now|(?<=(?:salt|challenge|token)\\*":\\*")[\w.-]+|(?<="now":)\d+|(?<="runs":"|Zoo Verse <!-- -->)[^"<]+/g;

async function answerOf(url: string, { path, method, form, json }: Asked, cookie: string) {
  const body = form ? new URLSearchParams(form) : json && JSON.stringify(json);
  const headers = new Headers(cookie ? { cookie } : {});
  if (json) headers.set("content-type", "application/json");
  const init: RequestInit = { method: method ?? (body ? "POST" : "GET"), headers, body, redirect: "manual" }; // prettier-ignore
  const response = await fetch(url + path, init);
  const said = (name: string) => response.headers.get(name);
  const isZip = said("content-type") === "application/zip";
  const text = await response.text();
  return {
    status: response.status,
    type: said("content-type"),
    location: said("location"),
    allow: said("allow"),
    policy: said("content-security-policy")?.replace(CHANGING, "…"),
    remix: said("x-remix-response") ?? said("x-remix-redirect") ?? said("x-remix-error"),
    cookies: response.headers.getSetCookie().map((line) => line.split("=")[0]),
    text: isZip ? "with the time at which it was made" : text.replace(CHANGING, "…"),
  };
}

test("every address answers as Remix's own server would have it, by page and by its data @script", async ({
  zoo,
}) => {
  test.setTimeout(120_000);
  const remix = await remixServe(zoo);
  const login = await fetch(`${zoo.url}/api/v1/admin/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(zoo.owner),
  });
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const order = await book(zoo);
  const own = new URL(order.links.order).pathname;
  const { qrCodes } = await move(zoo, order._id, "paid");
  const { data } = (await (await fetch(`${zoo.url}/api/v1/animal`)).json()) as any;
  const at: Record<string, string> = {
    "/order/x/x": own,
    "/t/x": `/t/${qrCodes[0].code}`,
    [`${HOME}/orders/x`]: `${HOME}/orders/${order._id}`,
    "/animals/x": `/animals/${data.items[0]._id}`,
    "/api/v1/animal/x": `/api/v1/animal/${data.items[0]._id}`,
  };
  const routes = addressed();
  expect(routes.length).toBeGreaterThan(50);
  const asked: Asked[] = sampled(routes, 3).flatMap(({ id, path }) => {
    if (path === NEW_EACH_TIME) return [];
    const address = at[path] ?? path.replace("*", "nowhere");
    const isDirect = /^\/(?:api\/v1|webhooks)/.test(address);
    const door = `${address}?_data=${encodeURIComponent(id)}`;
    return [
      { path: address },
      { path: `${address}?q=a&page=2` },
      ...(isDirect ? [{ path: address, method: "OPTIONS" }] : [{ path: door }]),
    ];
  });
  asked.push(
    { path: "/" },
    { path: "/?index" },
    { path: "/?_data=routes%2Fpublic%2Fanimals" },
    { path: "/?_data=routes%2Fadmin%2Forders" },
    { path: `${HOME}?_data=routes%2Fadmin%2Fdashboard` },
    { path: `${HOME}/orders?_data=routes%2Fadmin%2Fadmins` },
    { path: "/animals/" },
    { path: "/ANIMALS" },
    { path: "/nowhere/at/all" },
    { path: "/tickets", form: { intent: "adult:+1", adult: "1" } },
    { path: "/tickets", form: { intent: "book", email: "nobody" } },
    { path: "/contact", form: { message: "" } },
    { path: "/about", form: { a: "b" } },
    { path: `${HOME}/orders`, form: { intent: "none", id: "x" } },
    { path: "/api/v1/order", json: { visitDate: "never" } },
    { path: "/api/v1/animal", method: "PUT", json: {} },
    { path: "/api/v1/nowhere" },
  );

  for (const each of asked) {
    for (const who of ["", cookie]) {
      const [ours, theirs] = await Promise.all([
        answerOf(zoo.url, each, who),
        answerOf(remix.url, each, who),
      ]);
      const policy = theirs.policy ?? ours.policy; // ours says it of every answer
      expect({ ...each, who, ...ours }).toEqual({ ...each, who, ...theirs, policy });
    }
  }
  await remix.close();
});
