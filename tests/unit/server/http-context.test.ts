import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { toNetwork } from "~/lib/http/client-network.server";
import { createHttpContext, toWebRequest, type HttpContext } from "../../../server/http-context";
import type { App } from "~/start.server";
import { createMetrics } from "../../../server/metrics";

const SOCKET = "127.0.0.1";

/** Who asks, as a site behind one proxy sees it that wrote this. */
function clientOf(forwarded: string) {
  const headers = { host: "zoo.test", "x-forwarded-for": forwarded };
  const req = { headers, url: "/", socket: { remoteAddress: SOCKET } };
  return createHttpContext(1)(req as unknown as IncomingMessage, {} as ServerResponse).clientIp;
}

describe("the client behind a proxy that sends", () => {
  test.each([
    ["203.0.113.9", "203.0.113.9"],
    ["203.0.113.9:51234", "203.0.113.9"],
    ["198.51.100.1, 203.0.113.9:51234", "203.0.113.9"],
    ["2001:db8::9", "2001:db8::9"],
    ["[2001:db8::9]", "2001:db8::9"],
    ["[2001:db8::9]:51234", "2001:db8::9"],
    ["::ffff:203.0.113.9", "::ffff:203.0.113.9"],
  ])("%s is %s", (forwarded, client) => {
    expect(clientOf(forwarded)).toBe(client);
  });

  test.each(["unknown", "_hidden", "203.0.113.9:x", "203.0.113", "[2001:db8::9", "", "a, b"])(
    "%j is the proxy itself",
    (forwarded) => {
      expect(clientOf(forwarded)).toBe(SOCKET);
    },
  );
});

describe("behind two proxies the client address", () => {
  test.each([
    ["of which each adds a word", "https, http", "zoo.test, inner.test"],
    ["of which the inner one passes on the outer one's word", "https", "zoo.test"],
    [
      "in front of which anybody claims something",
      "ftp, https, http",
      "evil.test, zoo.test, a.test",
    ],
  ])("%s is the one seen by the outer proxy", (_, proto, host) => {
    const headers = {
      host: "inner.test",
      "x-forwarded-proto": proto,
      "x-forwarded-host": host,
      "x-forwarded-for": "198.51.100.1, 203.0.113.9, 10.0.0.2",
    };
    const req = { headers, url: "/", socket: { remoteAddress: SOCKET } };

    const seen = createHttpContext(2)(req as unknown as IncomingMessage, {} as ServerResponse);

    expect([seen.origin, seen.clientIp]).toEqual(["https://zoo.test", "203.0.113.9"]);
  });
});

test.each([
  ["203.0.113.9", "203.0.113.0", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.0", "203.0.113.9"],
  ["2001:db8:1:2::9", "2001:db8:1::", "2001:db8:1:2::"],
  ["2a00::1234", "2a00:0:0::", "2a00:0:0:0::"],
  ["::1", "0:0:0::", "0:0:0:0::"],
  ["203.0.113.9:51234", undefined, undefined],
  ["", undefined, undefined],
])("%s is logged as %s and counted as %s", (address, logged, counted) => {
  expect([toNetwork(address, 3), toNetwork(address, 4)]).toEqual([logged, counted]);
});

test.each([
  ["/animals/%41sha", "/animals/%41sha"],
  ["/animals/%", "/animals/%25"],
  ["/nope%zz?q=%", "/nope%25zz?q=%"],
  ["/api/v1/order/%E0%A4%A", "/api/v1/order/%25E0%25A4%25A"],
])("%s is routed as %s and returns 404", (url, read) => {
  const req = { headers: {}, url, socket: {} } as unknown as IncomingMessage;

  const { path } = createHttpContext(0)(req, {} as ServerResponse);

  expect([req.url, path]).toEqual([read, read.split("?")[0]]);
});

test("ignores the client's request id", () => {
  const headers = { "x-request-id": "mine" };
  const req = { headers, url: "/", socket: {} } as unknown as IncomingMessage;

  const { requestId } = createHttpContext(0)(req, {} as ServerResponse);

  expect(requestId).not.toBe("mine");
  expect(headers["x-request-id"]).toBe(requestId);
});

test("does not buffer a body without a length", async () => {
  const req = Object.assign(new PassThrough(), { method: "POST", url: "/", headers: {} });
  const exchange = { req, res: new EventEmitter(), origin: "http://zoo.test" };
  req.write("so far");

  const { body } = await toWebRequest(exchange as unknown as HttpContext);

  const { value } = await body!.getReader().read();
  expect(Buffer.from(value!).toString()).toBe("so far");
});

describe("metrics", () => {
  const TOKEN = "a-token-for-prometheus";
  const FIGURES: ReturnType<App["metrics"]> = {
    ordersByStatus: {},
    mailsWaiting: 0,
    backupAgeSeconds: null,
    takesWrites: true,
  };

  /** What is told once these requests are over, each with whether its answer left whole. */
  async function told(
    figures: ReturnType<App["metrics"]>,
    requests: [url: string, writableFinished: boolean][] = [],
  ) {
    const { measure, handle } = createMetrics(TOKEN, () => figures);
    for (const [url, writableFinished] of requests) {
      const res = { statusCode: 200, writableFinished };
      measure({ req: { method: "GET", url }, res } as unknown as HttpContext)();
    }
    let text = "";
    const res = { setHeader: () => res, end: (said: string) => (text = said) };
    const req = { headers: { authorization: `Bearer ${TOKEN}` } };
    await handle({ req, res } as unknown as HttpContext);
    return text;
  }

  test("an aborted request does not count as answered", async () => {
    const text = await told(FIGURES, [
      ["/", true],
      ["/", false],
    ]);
    for (const status of ["2xx", "4xx"]) {
      expect(text).toContain(`_count{method="GET",kind="page",status="${status}"} 1`);
    }
  });

  test.each([
    ["/api/v1/animal?q=okapi", "api"],
    ["/readyz", "probe"],
    ["/metrics", "probe"],
    ["/build/root.js", "file"],
    ["/favicon.svg?v=2", "file"],
    ["/animals?_data=routes%2Fpublic%2Fanimals", "data"],
    ["/animals?q=a.b", "page"],
    ["/apiary", "page"],
  ])("%s counts as %s", async (url, kind) => {
    expect(await told(FIGURES, [[url, true]])).toContain(
      `_count{method="GET",kind="${kind}",status="2xx"} 1`,
    );
  });

  test("reports missing backups and a failed disk", async () => {
    expect(await told(FIGURES)).toMatch(/^zoo_backup_age_seconds NaN$/im);
    const text = await told({ ...FIGURES, backupAgeSeconds: 90, takesWrites: false });
    expect(text).toMatch(/^zoo_backup_age_seconds 90$/m);
    expect(text).toMatch(/^zoo_takes_writes 0$/m);
  });
});
