import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { db } from "db/connection.server";
import { transaction } from "db/transaction.server";
import { admins, gateDevices, gateScans, tickets } from "db/schema";
import { endpoints, type Endpoint } from "~/api/endpoints";
import {
  addGateDevice,
  pairingToken,
  revokeGateDevice,
} from "~/features/gate-devices/gate-devices.server";
import { LINK_SPENT } from "~/features/gate-devices/gate-device.rules";
import { setValue } from "~/lib/key-value-store.server";
import { redactPath } from "~/lib/http/logger.server";
import { toLocalDate, toUtc } from "~/lib/time-zone.server";
import { everyTestBeginsAt } from "../../support/data/clock";
import { anAdmin, anOrder, asStaff, codesOf } from "../../support/data/factories";
import { aGateDevice, deviceCookieOf } from "../../support/data/gate-devices";
import { cookieOf, send } from "../../support/site/app";
import { sendAndRender } from "../../support/site/rendered-app";

everyTestBeginsAt(toUtc("2026-11-24", 10 * 60));

const owner = () => asStaff(anAdmin({ role: "owner" }));
const KEY = "a-scan-of-a-gate-device";

const post = (path: string, cookie: string, form: Record<string, string> = {}, headers = {}) =>
  send(path, {
    method: "POST",
    headers: { cookie, ...headers },
    body: new URLSearchParams(form),
    redirect: "manual",
  });

const aCode = () =>
  codesOf(anOrder({ visitDate: toLocalDate(), visitSlot: "morning", status: "paid" }).seq)[0]!;
const isUsed = (code: string) =>
  db.select().from(tickets).where(eq(tickets.code, code)).get()?.usedAt !== null;

test("the page of the link says the name and changes nothing; its button sets a narrow cookie", async () => {
  const device = addGateDevice(owner(), "East gate");
  const path = `/gate/pair/${pairingToken(device)}`;
  const before = db.select().from(gateDevices).all();
  const page = await sendAndRender(path);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("East gate")]);
  expect(db.select().from(gateDevices).all()).toEqual(before);

  const paired = await post(path, "");

  expect([paired.status, paired.headers.get("location")]).toEqual([302, "/gate#main"]);
  const cookie = paired.headers.getSetCookie().find((line) => line.startsWith("zoo_gate="));
  expect(cookie).toMatch(/; Max-Age=34560000; Path=\/gate; HttpOnly; SameSite=Lax$/);
  const gate = await sendAndRender("/gate", { headers: { cookie: cookie!.split(";")[0]! } });
  const text = await gate.text();
  expect([gate.status, text]).toEqual([200, expect.stringContaining(">East gate</h1>")]);
  expect(text).not.toContain("/admin/dashboard/gate-list");
  expect(gate.headers.getSetCookie()).toEqual([cookie]);

  expect((await post(path, "")).status).toBe(404);
  const spent = await sendAndRender(path);
  expect([spent.status, await spent.text()]).toEqual([404, expect.stringContaining(LINK_SPENT)]);
});

test("another site pairs nothing, and scans nothing", async () => {
  const device = addGateDevice(owner(), "East gate");
  const crossSite = { "sec-fetch-site": "cross-site" };
  expect((await post(`/gate/pair/${pairingToken(device)}`, "", {}, crossSite)).status).toBe(403);
  const cookie = await deviceCookieOf(aGateDevice().secret);
  const code = aCode();
  for (const path of ["/gate", "/gate/sync"])
    expect((await post(path, cookie, { key: KEY, code }, crossSite)).status).toBe(403);
  expect(isUsed(code)).toBe(false);
});

test("a device checks tickets, also without script", async () => {
  const cookie = await deviceCookieOf(aGateDevice("East gate").secret);
  const code = aCode();

  const sent = await post("/gate", cookie, { key: KEY, code, override: "yes" });

  expect([sent.status, sent.headers.get("location")]).toEqual([302, `/gate?scan=${KEY}`]);
  expect(isUsed(code)).toBe(true);
  const result = await sendAndRender(`/gate?scan=${KEY}`, { headers: { cookie } });
  expect(await result.text()).toContain("Let in");
  expect((await post("/gate", cookie, { intent: "dismiss", key: KEY })).status).toBe(403);
});

test.each(["", "{", "[]", '{"key":1}', JSON.stringify([{ key: "x", code: "y", at: 1 }])])(
  "scans that are %j are rejected",
  async (scans) => {
    const cookie = await deviceCookieOf(aGateDevice().secret);
    expect((await post("/gate/sync", cookie, { scans })).status).toBe(400);
    expect(db.select().from(gateScans).all()).toEqual([]);
  },
);

test.each(["zoo_gate=", "zoo_gate=x", "zoo_gate=%00", `zoo_gate=${"A".repeat(3_000)}`])(
  "the cookie %j is nobody's",
  async (cookie) => {
    expect((await send("/gate/sync", { headers: { cookie } })).status).toBe(401);
    expect((await post("/gate", cookie, { key: KEY, code: aCode() })).status).toBe(401);
  },
);

test("a revoked device is refused on its next request, in words that its page reads", async () => {
  const { id, secret } = aGateDevice();
  const cookie = await deviceCookieOf(secret);
  expect((await send("/gate/sync", { headers: { cookie } })).status).toBe(200);
  revokeGateDevice(owner(), id);

  const code = aCode();
  const scans = JSON.stringify([{ key: KEY, code, at: 0, override: true, ahead: 1 }]);
  const answers = [
    await send("/gate/sync", { headers: { cookie } }),
    await post("/gate/sync", cookie, { scans }),
  ];

  for (const answer of answers) {
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([401, "no-store"]);
    expect(await answer.json()).toMatchObject({ ended: "revoked" });
  }
  expect((await post("/gate", cookie, { key: KEY, code })).status).toBe(401);
  const page = await sendAndRender("/gate", { headers: { cookie } });
  expect([page.status, await page.text()]).toEqual([
    401,
    expect.stringContaining("This phone may no longer check tickets"),
  ]);
  expect(isUsed(code)).toBe(false);
  expect(db.select().from(gateScans).all()).toEqual([]);
});

test("accounts that lose their session or the right are told so on the gate's page", async () => {
  const headers = { cookie: await cookieOf("editor"), accept: "application/json" };
  const SYNC = "/admin/dashboard/check-in/sync";
  const ended = async () => {
    const answer = await send(SYNC, { headers, redirect: "manual" });
    return [answer.status, ((await answer.json()) as { ended?: string }).ended];
  };
  expect(await ended()).toEqual([200, undefined]);
  transaction((tx) => setValue(tx, "second_factor", "required"));
  expect(await ended()).toEqual([403, "no-factor"]);
  transaction((tx) => setValue(tx, "second_factor", "optional"));
  db.update(admins)
    .set({ rights: { gate: false } })
    .run();
  expect(await ended()).toEqual([403, "not-allowed"]);
  db.update(admins).set({ active: false }).run();
  expect(await ended()).toEqual([401, "signed-out"]);
});

test("an account opens no gate device's page, and a device no account's", async () => {
  const staff = await cookieOf("owner");
  const device = await deviceCookieOf(aGateDevice().secret);
  expect((await send("/gate/sync", { headers: { cookie: staff } })).status).toBe(401);
  expect((await post("/gate", staff, { key: KEY, code: aCode() })).status).toBe(401);

  const code = aCode();
  expect((await post(`/t/${code}`, device, { override: "yes" })).status).toBe(302);
  expect(isUsed(code)).toBe(false);
});

test("no endpoint of the API knows a gate device", async () => {
  const { secret } = aGateDevice();
  const cookie = await deviceCookieOf(secret);
  const permitted = Object.entries<Endpoint>(endpoints).filter(([, { permission }]) => permission);
  for (const [line] of permitted) {
    const [method = "", path = ""] = line.split(" ");
    const address = `/api/v1${path.replaceAll(/\{\w+\}|:\w+/g, "ZV-1")}`;
    const proofs: HeadersInit[] = [{ cookie }, { authorization: `Bearer ${secret}` }];
    for (const headers of proofs) {
      const { status } = await send(address, { method, headers });
      expect([line, status]).toEqual([line, 401]);
    }
  }
});

test("over HTTPS the cookie is Secure, and still for the gate's page alone", async () => {
  vi.resetModules();
  vi.stubEnv("PUBLIC_URL", "https://zoo.example");
  try {
    const { deviceCookie } = await import("~/features/gate-devices/device-request.http.server");
    expect(await deviceCookie("x")).toMatch(
      /^__Secure-zoo_gate=.*; Path=\/gate; HttpOnly; Secure; SameSite=Lax$/,
    );
  } finally {
    vi.unstubAllEnvs();
    vi.resetModules();
  }
});

test("the log does not have the link", () => {
  expect(redactPath("/gate/pair/01ABCDEFGHJKMNPQRSTVWXYZ01")).toBe("/gate/pair/…");
});
