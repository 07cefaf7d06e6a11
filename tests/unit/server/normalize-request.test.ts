import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import express, { type RequestHandler } from "express";
import { describe, expect, test } from "vitest";
import { normalizeRequest } from "../../../server/normalize-request";
import { rejectInvalid } from "../../../server/validate-request";
import { call } from "../../support/site/express";

const echo: RequestHandler = (req, res) => {
  res.json({ ip: req.ip, origin: req.origin, url: req.originalUrl });
};

/** A request as the site understands it. */
async function seen(proxies: number, headers: Record<string, string>, path = "/") {
  const { text } = await call([normalizeRequest(proxies), echo], { headers, path });
  return JSON.parse(text) as { ip: string; origin: string; url: string };
}

describe("the client behind a proxy that sends", () => {
  test.each([
    ["203.0.113.9", "203.0.113.9"],
    ["203.0.113.9:51234", "203.0.113.9"],
    ["198.51.100.1, 203.0.113.9:51234", "203.0.113.9"],
    ["2001:db8::9", "2001:db8::9"],
    ["[2001:db8::9]:51234", "2001:db8::9"],
    ["unknown", "127.0.0.1"],
    ["203.0.113.9:x", "127.0.0.1"],
    ["", "127.0.0.1"],
  ])("%s is %s", async (forwarded, client) => {
    expect((await seen(1, { "x-forwarded-for": forwarded })).ip).toBe(client);
  });
});

test.each([
  ["https, http", "zoo.test, inner.test"],
  ["https", "zoo.test"],
  ["ftp, https, http", "evil.test, zoo.test, a.test"],
])("behind two proxies the outer one is believed: %s", async (proto, host) => {
  const headers = {
    "x-forwarded-proto": proto,
    "x-forwarded-host": host,
    "x-forwarded-for": "198.51.100.1, 203.0.113.9, 10.0.0.2",
  };
  expect(await seen(2, headers)).toMatchObject({ origin: "https://zoo.test", ip: "203.0.113.9" });
});

test("without a proxy nothing that a client claims is believed", async () => {
  const headers = {
    host: "zoo.test",
    "x-forwarded-proto": "https",
    "x-forwarded-host": "evil.test",
    "x-forwarded-for": "203.0.113.9",
  };
  expect(await seen(0, headers)).toMatchObject({ origin: "http://zoo.test", ip: "127.0.0.1" });
});

test.each([
  ["/animals/%41sha", "/animals/%41sha"],
  ["/animals/%", "/animals/%25"],
  ["/nope%zz?q=%", "/nope%25zz?q=%"],
])("%s is routed as %s", async (path, url) => {
  expect((await seen(0, {}, path)).url).toBe(url);
});

test.each([
  ["/api/v1/order", 200],
  ["/API/v1/order", 200],
  ["/api/v1", 200],
  ["/tickets", 403],
  ["/api/v10/order", 403],
])("a cross-site form to %s gets %i", async (path, status) => {
  const headers = { host: "zoo.test", origin: "https://elsewhere.example" };
  const handlers = [normalizeRequest(0), rejectInvalid, echo];
  expect((await call(handlers, { path, method: "POST", headers })).status).toBe(status);
  expect((await call(handlers, { path, headers })).status).toBe(200);
});

const CLOSE = "Host: zoo.test\r\nConnection: close\r\n\r\n";

test.each([
  ["/animals/..\\t\\CODE", 400],
  ["/api/v1/..\\..\\login", 400],
  ["/animals/../t/CODE", 400],
  ["/animals/./x", 400],
  ["/animals/..", 400],
  ["/animals/%2e%2E/t/CODE", 400],
  ["/t\t/CODE", 400],
  ["//api/v1/order", 400],
  ["/animals//x", 400],
  ["/animals#/t/CODE", 400],
  ["/animals/", 200],
  ["/animals/a..b/...", 200],
  ["/animals/%C3%A9%5C%2F%09", 200],
  ["/animals/%", 200],
  ["/animals?q=..\\..//x", 200],
  ["/", 200],
])("%j gets %i", async (path, status) => {
  const site = express().use([normalizeRequest(0), rejectInvalid, echo]);
  const server = createServer(site).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1").end(`GET ${path} HTTP/1.1\r\n${CLOSE}`);
  expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  server.close();
});
