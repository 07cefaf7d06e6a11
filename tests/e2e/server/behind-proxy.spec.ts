import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { LIMITS } from "../../../app/lib/http/rate-limits";
import { close, openZoo } from "../../support/site/zoo";

/** How often one client may write to the zoo. */
const MOST = LIMITS.messages.points;

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
  const connections = hops === 1 ? ", and the proxy may keep a connection for a minute" : "";
  test(`behind ${hops} proxies a client is counted once, whatever addresses it claims${connections} @script`, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "zoo-proxy-"));
    const env = { TRUST_PROXY: String(hops), RATE_LIMITS: "on", DEMO_DATA: "none" };
    const { zoo, server } = await openZoo(dataDir, env);
    const { port } = new URL(zoo.url);
    // As nginx does: whoever asked is written behind what they claim, and each proxy behind that.
    const through = (claimed: string, client: string) =>
      [claimed, client, "127.0.0.1"].slice(0, hops + 1).join(", ");
    try {
      const claims = [
        (at: number) => `198.51.100.${at}`,
        (at: number) => `198.51.100.${at}, 203.0.113.7, 127.0.0.1`,
        (at: number) => `::ffff:198.51.100.${at}`,
        (at: number) => `${"10.0.0.1, ".repeat(200)}198.51.100.${at}`,
        (at: number) => `not an address ${at}`,
      ];
      const spoofed = await taken(port, 30, (at) => ({
        "x-forwarded-for": through(claims[at % claims.length]!(at), "192.0.2.1"),
        "x-real-ip": `198.51.100.${at}`,
        forwarded: `for=198.51.100.${at}`,
      }));
      expect(spoofed).toBe(MOST);
      if (hops !== 1) return;
      await expectKeptFor(zoo.url, 60); // as long as nginx keeps a connection

      // What the proxy itself says is believed: each of its clients has a count, each IPv6 network one.
      const clients = await taken(port, 12, (at) => ({ "x-forwarded-for": `203.0.113.${at % 2}` }));
      expect(clients).toBe(MOST * 2);
      const network = await taken(port, 12, (at) => ({ "x-forwarded-for": `2001:db8:1:2::${at}` }));
      expect(network).toBe(MOST);
    } finally {
      await close(server);
      await rm(dataDir, { recursive: true, force: true });
    }
  });
}

/** A proxy may keep a connection for longer than this without being hung up on. */
async function expectKeptFor(url: string, least: number) {
  const agent = new Agent({ keepAlive: true });
  const asked = request(`${url}/healthz`, { agent }).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  answer.resume();
  const [, seconds] = /^timeout=(\d+)/.exec(String(answer.headers["keep-alive"])) ?? [];
  agent.destroy();
  expect(Number(seconds)).toBeGreaterThan(least);
}
