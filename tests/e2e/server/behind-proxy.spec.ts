import { once } from "node:events";
import { Agent, createServer, request, type IncomingMessage, type Server } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { LIMITS } from "../../../app/lib/http/rate-limits";
import { close, openZoo } from "../../support/site/zoo";

/** How often one client may write to the zoo. */
const MOST = LIMITS.messages.points;

/** As nginx does with `$proxy_add_x_forwarded_for`: whoever asked is written behind what they claim. */
async function proxyTo(port: string) {
  const proxy = createServer((incoming, answer) => {
    const { "x-stands-for": stands, "x-forwarded-for": claimed, ...headers } = incoming.headers;
    const client = String(stands ?? incoming.socket.remoteAddress);
    const chain = claimed ? `${String(claimed)}, ${client}` : client;
    const onward = request(
      {
        port,
        host: "127.0.0.1",
        path: incoming.url,
        method: incoming.method,
        headers: { ...headers, "x-forwarded-for": chain },
      },
      (upstream) => {
        answer.writeHead(upstream.statusCode ?? 502, upstream.headers);
        upstream.pipe(answer);
      },
    );
    incoming.pipe(onward);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return { proxy, port: String((proxy.address() as AddressInfo).port) };
}

/** How many of so many messages a site takes, which come through the proxies from where `headersOf` says. */
async function taken(
  port: string,
  count: number,
  headersOf: (at: number) => Record<string, string>,
) {
  let ok = 0;
  for (let at = 0; at < count; at += 1) {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/message`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headersOf(at) },
      body: JSON.stringify({ name: "Joy", body: "Parking?" }),
    });
    expect([201, 429]).toContain(response.status);
    ok += Number(response.status === 201);
  }
  return ok;
}

for (const hops of [0, 1, 2]) {
  test(`behind ${hops} proxies a client is counted once, whatever addresses it claims @script`, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "zoo-proxy-"));
    const env = { TRUST_PROXY: String(hops), RATE_LIMITS: "on", DEMO_DATA: "none" };
    const { zoo, server } = await openZoo(dataDir, env);
    const proxies: Server[] = [];
    let { port } = new URL(zoo.url);
    for (let at = 0; at < hops; at += 1) {
      const next = await proxyTo(port);
      proxies.push(next.proxy);
      port = next.port;
    }
    try {
      const claims = [
        (at: number) => `198.51.100.${at}`,
        (at: number) => `198.51.100.${at}, 203.0.113.7, 127.0.0.1`,
        (at: number) => `::ffff:198.51.100.${at}`,
        (at: number) => `${"10.0.0.1, ".repeat(200)}198.51.100.${at}`,
        (at: number) => `not an address ${at}`,
      ];
      const spoofed = await taken(port, 30, (at) => ({
        "x-forwarded-for": claims[at % claims.length]!(at),
        "x-real-ip": `198.51.100.${at}`,
        forwarded: `for=198.51.100.${at}`,
      }));
      expect(spoofed).toBe(MOST);
      if (hops !== 1) return;

      // What the proxy itself says is believed: each of its clients has a count, each IPv6 network one.
      const clients = await taken(port, 12, (at) => ({ "x-stands-for": `203.0.113.${at % 2}` }));
      expect(clients).toBe(MOST * 2);
      const network = await taken(port, 12, (at) => ({ "x-stands-for": `2001:db8:1:2::${at}` }));
      expect(network).toBe(MOST);
    } finally {
      for (const proxy of proxies) proxy.close();
      await close(server);
      await rm(dataDir, { recursive: true, force: true });
    }
  });
}

test("a proxy may keep a connection for a minute, as nginx does, without being hung up on @script", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "zoo-proxy-"));
  const { zoo, server } = await openZoo(dataDir, { TRUST_PROXY: "1" });
  const agent = new Agent({ keepAlive: true });
  try {
    const asked = request(`${zoo.url}/healthz`, { agent }).end();
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    answer.resume();
    const [, seconds] = /^timeout=(\d+)/.exec(String(answer.headers["keep-alive"])) ?? [];
    expect(Number(seconds)).toBeGreaterThan(60);
  } finally {
    agent.destroy();
    await close(server);
    await rm(dataDir, { recursive: true });
  }
});
