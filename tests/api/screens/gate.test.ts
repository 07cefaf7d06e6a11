import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "db/connection.server";
import { audit, gateScans, tickets } from "db/schema";
import type { Staff } from "~/features/auth/permissions";
import { closeDay } from "~/features/closures/close-day.server";
import { addDays } from "~/lib/dates";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import { admitByCode, admissionStatus } from "~/features/gate/admission.server";
import { buildOfflineManifest } from "~/features/gate/offline-manifest.server";
import { todayCounts, recentCheckIns } from "~/features/gate/gate.server";
import {
  dismissConflict,
  purgeOldScans,
  openConflicts,
  syncScans,
} from "~/features/gate/sync-scans.server";
import { activeTicketsOfOrder } from "~/features/tickets/tickets.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { cookieOf, send } from "../../support/site/app";
import { anAdmin, anOrder, asStaff, codesOf } from "../../support/data/factories";
import { sendAndRender } from "../../support/site/rendered-app";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.parse("2026-08-05T04:30:00.000Z"); // ten in the morning at the zoo
const TODAY = "2026-08-05";
const SYNC = "/admin/dashboard/check-in/sync";

let asha: Staff;
let kabir: Staff;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  asha = asStaff(anAdmin({ name: "Asha Rao", role: "editor" }));
  kabir = asStaff(anAdmin({ name: "Kabir Singh" }));
});
afterEach(() => vi.useRealTimers());

type Scan = Parameters<typeof syncScans>[1][number];

let made = 0;
const aScan = (code: string, changes: Partial<Scan> = {}): Scan => ({
  key: `a-scan-of-this-test-${(made += 1)}`,
  code,
  at: Date.now(),
  override: false,
  party: false,
  ahead: 0,
  ...changes,
});
const scan = (code: string, changes: Partial<Scan> = {}, who = asha) =>
  syncScans(who, [aScan(code, changes)])[0]!.answer;

/** A paid order for two adults and a child, for this morning unless said otherwise. */
function aParty(changes: Parameters<typeof anOrder>[0] = {}) {
  const items = [
    { ticketType: "adult", quantity: 2 },
    { ticketType: "child", quantity: 1 },
  ];
  const order = anOrder({ visitDate: toLocalDate(), items, status: "paid", ...changes });
  const [first = "", second = "", third = ""] = codesOf(order.seq);
  return { order, first, second, third, codes: [first, second, third] };
}
/** Everyone who is still outside. */
const WHOLE = { party: true, override: false };

const useOf = (code: string) => db.select().from(tickets).where(eq(tickets.code, code)).get()!;
const acts = () =>
  db
    .select()
    .from(audit)
    .all()
    .map(({ action }) => action);

describe("the seven results", () => {
  test("in: marks the ticket as used, with actor and time", () => {
    const { order, first } = aParty();

    const answer = scan(first);

    expect(answer).toMatchObject({ verdict: "in", admitted: 1 });
    expect(answer.ticket).toMatchObject({
      orderId: order.id,
      ticketType: "adult",
      number: 1,
      of: 3,
      usedByName: "Asha Rao",
      partyIn: 1,
      partyOut: 2,
    });
    expect(useOf(first)).toMatchObject({ usedAt: NOW, usedBy: asha.id });
    expect(acts().at(-1)).toBe("ticket.check-in");
  });

  test("used: reports actor and time, and changes nothing", () => {
    const { first } = aParty();
    scan(first);
    vi.setSystemTime(NOW + 5 * MINUTE);

    const answer = scan(first, { override: true }, kabir);

    expect(answer).toMatchObject({ verdict: "used", admitted: 0 });
    expect(answer.ticket).toMatchObject({ usedAt: NOW, usedByName: "Asha Rao", partyOut: 2 });
    expect(useOf(first).usedBy).toBe(asha.id);
  });

  test("void: cannot be overridden", () => {
    const { order, first } = aParty();
    updateOrderStatus(asStaff(anAdmin({ role: "owner" })), order.id, "cancelled");

    expect(scan(first, { override: true, party: true })).toMatchObject({
      verdict: "void",
      admitted: 0,
    });
    expect(useOf(first).usedAt).toBeNull();
  });

  test("void: old tickets of an order that was paid again", () => {
    const { order, first } = aParty();
    const owner = asStaff(anAdmin({ role: "owner" }));
    updateOrderStatus(owner, order.id, "refunded");
    updateOrderStatus(owner, order.id, "paid");
    const { code } = activeTicketsOfOrder(order.seq)[0]!;

    expect(scan(first, { override: true, party: true })).toMatchObject({
      verdict: "void",
      admitted: 0,
    });
    expect(scan(code).ticket).toMatchObject({ partyIn: 1, partyOut: 2 });
  });

  test("unknown: a code that no ticket has", () => {
    expect(scan("00000000000000000000", { override: true })).toMatchObject({
      verdict: "unknown",
      admitted: 0,
      ticket: null,
    });
  });

  test("another day: may be overridden, which is audited", () => {
    const { first } = aParty({ visitDate: addDays(TODAY, 3) });

    expect(scan(first)).toMatchObject({ verdict: "other-day", admitted: 0 });
    expect(useOf(first).usedAt).toBeNull();
    expect(scan(first, { override: true })).toMatchObject({ verdict: "in", admitted: 1 });
    const last = db.select().from(audit).all().at(-1)!;
    expect(JSON.parse(last.after!)).toMatchObject({ ticket: 1, override: true });
  });

  test.each([
    { at: "02:59", verdict: "other-slot" }, // 8:29 at the zoo: more than half an hour early
    { at: "03:00", verdict: "in" },
    { at: "06:29", verdict: "in" }, // 11:59 at the zoo
    { at: "06:30", verdict: "other-slot" },
  ])("a morning ticket at $at UTC: $verdict", ({ at, verdict }) => {
    vi.setSystemTime(Date.parse(`${TODAY}T02:00:00Z`));
    const { first } = aParty();
    vi.setSystemTime(Date.parse(`${TODAY}T${at}:00Z`));

    expect(scan(first).verdict).toBe(verdict);
  });

  test("another slot: may be overridden", () => {
    const { first } = aParty({ visitSlot: "evening" });

    expect(scan(first).verdict).toBe("other-slot");
    expect(scan(first, { override: true }).verdict).toBe("in");
  });
});

describe("a closed slot", () => {
  const close = () =>
    closeDay(asStaff(anAdmin({ role: "owner" })), {
      day: TODAY,
      slots: ["morning"],
      way: "offer",
      note: "Storm",
    });

  test("has its own result; may be overridden, which is audited", () => {
    const { first } = aParty();
    close();

    expect(scan(first)).toMatchObject({ verdict: "closed", admitted: 0 });
    expect(useOf(first).usedAt).toBeNull();
    expect(scan(first, { override: true })).toMatchObject({ verdict: "in", admitted: 1 });
    const last = db.select().from(audit).all().at(-1)!;
    expect(JSON.parse(last.after!)).toMatchObject({ ticket: 1, override: true });
  });

  test("takes precedence over the time, but not over void or used", () => {
    const { order, first, second } = aParty();
    scan(first);
    close();
    vi.setSystemTime(NOW + 5 * HOUR);

    expect([scan(first).verdict, scan(second).verdict]).toEqual(["used", "closed"]);
    updateOrderStatus(asStaff(anAdmin({ role: "owner" })), order.id, "refunded");
    expect(scan(second, { override: true }).verdict).toBe("void");
  });

  test("is known to an offline device", () => {
    const { first } = aParty();
    close();

    const { windows } = buildOfflineManifest(asha);

    expect([windows.morning?.isClosed, windows.evening?.isClosed]).toEqual([true, false]);
    syncScans(asha, [aScan(first, { ahead: 1 })]); // of a device that had not heard of it
    expect(openConflicts(asha)).toMatchObject([{ ahead: 1, answer: { verdict: "closed" } }]);
  });

  test("is displayed on the ticket's page while usable", async () => {
    const { first, second } = aParty();
    const other = aParty({ visitSlot: "evening" });
    scan(second);
    const shown = async (code: string) => {
      const answer = await send(`/t/${code}?_data=routes/public/ticket`);
      const { status, isClosed } = (await answer.json()).ticket;
      return [status, isClosed];
    };
    expect(await shown(first)).toEqual(["valid", false]);
    close();

    expect(await shown(first)).toEqual(["valid", true]);
    expect(await shown(second)).toEqual(["used", true]);
    expect(await shown(other.first)).toEqual(["valid", false]);
  });
});

describe("the whole party", () => {
  test("is admitted by one ticket, except people admitted before", () => {
    const { codes, first, second } = aParty();
    scan(second, {}, kabir);
    vi.setSystemTime(NOW + MINUTE);

    const answer = scan(first, { party: true });

    expect(answer).toMatchObject({ verdict: "in", admitted: 2 });
    expect(answer.ticket).toMatchObject({ partyIn: 3, partyOut: 0 });
    expect(codes.map((code) => useOf(code).usedAt)).toEqual([NOW + MINUTE, NOW, NOW + MINUTE]);
    expect(useOf(second).usedBy).toBe(kabir.id);
    expect(acts().filter((act) => act === "ticket.check-in")).toHaveLength(3);
  });

  test("is admitted by a used ticket until all are in", () => {
    const { first } = aParty();
    scan(first);

    expect(scan(first, { party: true })).toMatchObject({ verdict: "in", admitted: 2 });
    expect(scan(first, { party: true })).toMatchObject({ verdict: "used", admitted: 0 });
  });

  test("of another day is not admitted", () => {
    const { codes, first } = aParty({ visitDate: addDays(TODAY, 1) });

    expect(scan(first, { party: true })).toMatchObject({ verdict: "other-day", admitted: 0 });
    expect(codes.map((code) => useOf(code).usedAt)).toEqual([null, null, null]);
    expect(scan(first, { party: true, override: true }).admitted).toBe(3);
  });

  test("is admitted once on the ticket's page", async () => {
    const { first, third } = aParty({ visitSlot: "evening" });

    const headers = { cookie: await cookieOf("editor") };
    const page = await (await sendAndRender(`/t/${first}`, { headers })).text();
    for (const words of ["Another slot", "Valid for Evening, 3:00–6:00 PM", "Check in anyway"]) {
      expect(page).toContain(words);
    }
    expect(page).not.toMatch(/<button[^>]*>(Check in|Admit)/);
    const step = await (await sendAndRender(`/t/${first}?confirm=day`, { headers })).text();
    expect(step).toMatch(/name="override" value="yes"/);
    expect(step).toMatch(/<button[^>]*>Let this person in now</);
    expect(step).toMatch(/<button[^>]*name="party" value="yes"[^>]*>Admit all 3 still outside</);
    expect(admissionStatus(asha, first)).toMatchObject({ verdict: "other-slot", outsideCount: 3 });
    expect(() => admitByCode(asha, first, WHOLE)).toThrow("another slot");
    expect(admitByCode(asha, first, { ...WHOLE, override: true }).admitted).toBe(3);
    expect(useOf(third).usedAt).toBe(NOW);
    expect(() => admitByCode(asha, first, WHOLE)).toThrow("Ticket already used");
    expect(() => admitByCode(asha, "NOPE", WHOLE)).toThrow("Ticket not found");
    expect(admissionStatus(asha, first)).toMatchObject({ verdict: "used", outsideCount: 0 });
  });

  test("that is valid is not audited as an override", async () => {
    const { first, order } = aParty();
    await send(`/t/${first}`, {
      method: "POST",
      headers: { cookie: await cookieOf("editor") },
      body: new URLSearchParams({ party: "yes" }),
    });
    const written = db
      .select()
      .from(audit)
      .where(eq(audit.target, `order ${order.id}`))
      .all();
    const entries = written.filter(({ action }) => action === "ticket.check-in");
    expect(entries.map(({ after }) => JSON.parse(after!).override)).toEqual([false, false, false]);
  });

  test("of another day is not admitted by an outdated page", async () => {
    const { first, codes } = aParty();
    vi.setSystemTime(NOW + 24 * 60 * MINUTE);
    const cookie = await cookieOf("editor");

    const press = (form: Record<string, string>) =>
      send(`/t/${first}`, { method: "POST", headers: { cookie }, body: new URLSearchParams(form) });

    expect((await press({})).status).toBe(409);
    expect((await press({ party: "yes" })).status).toBe(409);
    expect(codes.map((code) => useOf(code).usedAt)).toEqual([null, null, null]);
    expect((await press({ party: "yes", override: "yes" })).status).toBe(302);
    expect(codes.map((code) => useOf(code).usedAt)).not.toContain(null);
  });
});

describe("offline scans", () => {
  test("are processed once, with the same result each time", () => {
    const { first, second } = aParty();
    const sent = [aScan(first, { at: NOW - HOUR, ahead: 1 }), aScan(second, { ahead: 1 })];

    const once = syncScans(asha, sent);
    scan(first, { party: true }, kabir);
    vi.setSystemTime(NOW + HOUR);
    const again = syncScans(kabir, sent);

    expect(again).toEqual(once);
    expect(once.map(({ answer }) => answer.verdict)).toEqual(["in", "in"]);
    expect(useOf(first)).toMatchObject({ usedAt: NOW - HOUR, usedBy: asha.id });
    expect(openConflicts(asha)).toEqual([]);
  });

  test("of one ticket on twenty devices make nineteen conflicts", async () => {
    const { first } = aParty();
    const scans = Array.from({ length: 20 }, () => JSON.stringify([aScan(first, { ahead: 1 })]));

    const answers = await Promise.all(scans.map((each) => post({ scans: each }, SYNC)));

    const verdicts = answers.map(({ text }) => JSON.parse(text).results[0].verdict);
    expect(verdicts.filter((verdict) => verdict === "in")).toHaveLength(1);
    expect(verdicts.filter((verdict) => verdict === "used")).toHaveLength(19);
    expect(openConflicts(asha)).toHaveLength(19);
    expect(acts().filter((act) => act === "ticket.check-in")).toHaveLength(1);
  });

  test("are counted beyond the displayed conflicts", async () => {
    const { first } = aParty();
    for (let nth = 0; nth < 51; nth += 1) syncScans(asha, [aScan(first, { ahead: 1 })]);

    const { text } = await post({ scans: JSON.stringify([aScan(first, { ahead: 1 })]) }, SYNC);

    const { gate } = JSON.parse(text);
    expect(gate.conflicts).toHaveLength(50);
    expect(gate.conflictCount).toBe(51);
  });

  test.each([
    { told: 10 * MINUTE, counts: 0, what: "from a clock that is ahead counts as now" },
    { told: -10 * MINUTE, counts: -10 * MINUTE, what: "counts as of its own time" },
    { told: -3 * 24 * HOUR, counts: -24 * HOUR, what: "counts as a day old at most" },
  ])("$what", ({ told, counts }) => {
    const { first } = aParty();

    scan(first, { at: NOW + told, override: true });

    expect(useOf(first).usedAt).toBe(NOW + counts);
  });

  test("are evaluated as of their own time", () => {
    const { first, second } = aParty();
    vi.setSystemTime(NOW + 5 * HOUR); // the morning is over

    expect(scan(first, { at: NOW, ahead: 1 }).verdict).toBe("in");
    expect(scan(second).verdict).toBe("other-slot");
  });

  test.each([
    { now: String(NOW + 7 * MINUTE), usedAt: NOW - HOUR, scannedAt: "2026-08-05T03:30:00.000Z" },
    { now: "", usedAt: NOW, scannedAt: undefined },
    { now: "yesterday", usedAt: NOW, scannedAt: undefined },
  ])("count from before only with the device's own time ($now)", async ({ now, ...expected }) => {
    const { first } = aParty();
    const at = NOW + 7 * MINUTE - HOUR; // by a clock that is ahead

    await post({ scans: JSON.stringify([aScan(first, { at })]), now }, SYNC);

    expect(useOf(first).usedAt).toBe(expected.usedAt);
    expect(db.select().from(gateScans).get()?.scannedAt).toBe(expected.usedAt);
    const entry = db.select().from(audit).all().at(-1)!;
    expect(entry.action).toBe("ticket.check-in");
    expect(JSON.parse(entry.after ?? "").scannedAt).toBe(expected.scannedAt);
  });

  test("of yesterday admit nobody, and are a conflict if the device did", async () => {
    vi.setSystemTime(NOW - 24 * HOUR);
    const { first, second } = aParty();
    vi.setSystemTime(NOW);
    const at = NOW - 24 * HOUR + MINUTE;

    expect(scan(first, { at }).verdict).toBe("other-day");
    expect(scan(second, { at, ahead: 1 }).verdict).toBe("other-day");

    expect([useOf(first).usedAt, useOf(second).usedAt]).toEqual([null, null]);
    expect(openConflicts(asha)).toHaveLength(1);
  });

  test("create a conflict if too many were admitted", () => {
    const used = aParty();
    const taken = aParty({ visitDate: addDays(TODAY, 1) });
    scan(used.first, {}, kabir);

    syncScans(asha, [
      aScan(used.first, { ahead: 1 }),
      aScan(taken.first, { ahead: 1 }),
      aScan("NOSUCHTICKET", { ahead: 1 }),
      aScan(used.second, { ahead: 3, party: true }),
    ]);

    const conflicts = openConflicts(kabir);
    expect(
      conflicts.map(({ ahead, by, answer }) => [answer.verdict, ahead, answer.admitted, by]),
    ).toEqual([
      ["used", 1, 0, "Asha Rao"],
      ["other-day", 1, 0, "Asha Rao"],
      ["unknown", 1, 0, "Asha Rao"],
      ["in", 3, 2, "Asha Rao"],
    ]);
    expect(acts().filter((act) => act === "gate.conflict")).toHaveLength(4);

    dismissConflict(kabir, conflicts[0]!.key);
    expect(openConflicts(asha)).toHaveLength(3);
    expect(acts().at(-1)).toBe("gate.dismiss");
    const dismissed = acts().length;
    dismissConflict(kabir, conflicts[0]!.key); // a second press, or another's
    expect(acts()).toHaveLength(dismissed);
    expect(() => dismissConflict(kabir, "no-such-scan")).toThrow("Scan not found");
  });

  test("create a conflict also after a lost response", () => {
    const { first } = aParty();
    scan(first);
    scan(first); // "used", and nobody was let in
    const again = aScan(first);
    syncScans(asha, [again]); // "used", said to nobody

    const judgedThere = { ...again, ahead: 1 };
    syncScans(asha, [judgedThere]);
    syncScans(asha, [judgedThere]); // sent once more

    expect(openConflicts(asha)).toMatchObject([{ key: again.key, ahead: 1 }]);
    expect(acts().filter((act) => act === "gate.conflict")).toHaveLength(1);
  });

  test("a rejection at the gate is no conflict", () => {
    scan("NOSUCHTICKET");

    expect(openConflicts(asha)).toEqual([]);
  });

  test("a key belongs to one ticket", () => {
    const { first, second } = aParty();
    const one = aScan(first);
    syncScans(asha, [one]);

    expect(() => syncScans(asha, [{ ...one, code: second }])).toThrow("another scan");
    expect(useOf(second).usedAt).toBeNull();
  });

  test("are purged after a month", () => {
    scan("NOSUCHTICKET");
    vi.setSystemTime(NOW + 31 * 24 * HOUR);
    scan("ANOTHER");
    purgeOldScans();

    expect(
      db
        .select()
        .from(gateScans)
        .all()
        .map(({ code }) => code),
    ).toEqual(["ANOTHER"]);
  });
});

describe("today at the gate", () => {
  test("counts arrived and expected people per slot", () => {
    const { first } = aParty();
    const gone = aParty({ visitSlot: "evening" });
    aParty({ visitDate: addDays(TODAY, 1) });
    anOrder({ visitDate: TODAY }); // unpaid
    scan(first, { party: true });
    aParty({ visitSlot: "evening" });
    updateOrderStatus(asStaff(anAdmin({ role: "owner" })), gone.order.id, "refunded");

    expect(todayCounts(asha)).toEqual({
      day: TODAY,
      slots: [
        { slot: "morning", arrived: 3, expected: 3, isNow: true },
        { slot: "afternoon", arrived: 0, expected: 0, isNow: false },
        { slot: "evening", arrived: 0, expected: 3, isNow: false },
      ],
    });
    vi.setSystemTime(NOW + 2 * HOUR); // at noon one slot ends and the next begins
    expect(todayCounts(asha).slots.map(({ isNow }) => isNow)).toEqual([false, true, false]);
  });

  test("lists the last ten, newest first", () => {
    const codes = Array.from({ length: 4 }, () => aParty()).flatMap((party) => party.codes);
    for (const [minute, code] of codes.entries()) {
      vi.setSystemTime(NOW + minute * MINUTE);
      scan(code);
    }

    const recent = recentCheckIns(asha);

    expect(recent.map(({ usedAt }) => (usedAt - NOW) / MINUTE)).toEqual([
      11, 10, 9, 8, 7, 6, 5, 4, 3, 2,
    ]);
    expect(recent[0]).toMatchObject({ ticketType: "child", number: 3, usedByName: "Asha Rao" });
  });
});

describe("the offline manifest", () => {
  test("contains hashes of today's tickets, but no codes or people", () => {
    const { order, codes, first } = aParty();
    const voided = aParty();
    updateOrderStatus(asStaff(anAdmin({ role: "owner" })), voided.order.id, "cancelled");
    aParty({ visitDate: addDays(TODAY, 1) });
    scan(first);

    const list = buildOfflineManifest(asha);

    expect(list.tickets).toHaveLength(6);
    expect(list.tickets.map(({ state }) => state)).toEqual([
      ...["in", "out", "out"],
      ...["void", "void", "void"],
    ]);
    expect(list.tickets[0]).toEqual({
      hash: createHash("sha256")
        .update(list.salt + first)
        .digest("base64url"),
      type: "Adult",
      orderId: order.id,
      number: 1,
      of: 3,
      slot: "morning",
      state: "in",
      used: "10:00 AM",
    });
    const text = JSON.stringify(list);
    for (const secret of [...codes, ...voided.codes, "Asha", "asha@example.org", "98765"]) {
      expect(text).not.toContain(secret);
    }
    expect(list.endsAt).toBe(Date.parse("2026-08-05T18:30:00Z")); // midnight at the zoo
  });

  test("cannot be compared with another one", () => {
    aParty();

    const [one, other] = [buildOfflineManifest(asha), buildOfflineManifest(asha)];

    expect(one.salt).not.toBe(other.salt);
    const hashes = new Set(one.tickets.map(({ hash }) => hash));
    for (const { hash } of other.tickets) expect(hashes.has(hash)).toBe(false);
  });

  test("is sent with no-store", async () => {
    const { status, headers } = await send(SYNC, { headers: { cookie: await cookieOf("editor") } });

    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
  });

  test("renews an expired session", async () => {
    const cookie = await cookieOf("editor");
    vi.setSystemTime(NOW + 20 * MINUTE);

    const first = await send(SYNC, { headers: { cookie } });
    const renewed = first.headers.getSetCookie().map((line) => line.split(";")[0]);
    vi.setSystemTime(NOW + 40 * MINUTE);
    const second = await send(SYNC, { headers: { cookie: renewed.join("; ") } });

    expect(renewed).toHaveLength(2);
    expect([first.status, second.status]).toEqual([200, 200]);
  });
});

describe("the screen", () => {
  test.each([
    ["the code", (code: string) => code],
    ["in lower case with dashes", (code: string) => code.toLowerCase().replace(/(.{4})/g, "$1-")],
    ["with blanks", (code: string) => ` ${code.replace(/(.{5})/g, "$1 ")}\n`],
    ["the address of its page", (code: string) => `https://zoo.test/t/${code}`],
    ["an address in capitals", (code: string) => `HTTPS://ZOO.TEST/T/${code}?x=1#main`],
  ])("accepts scanner input: %s", async (_, typed) => {
    const { first } = aParty();

    const { status, location } = await post({ code: typed(first), key: "a-scan-of-the-screen" });

    expect([status, location]).toEqual([
      302,
      "/admin/dashboard/check-in?scan=a-scan-of-the-screen",
    ]);
    expect(useOf(first).usedAt).toBe(NOW);
  });

  test("says each result with its reason, and what staff can decide", async () => {
    const owner = asStaff(anAdmin({ role: "owner" }));
    const evening = aParty({ visitSlot: "evening" });
    const other = aParty({ visitDate: addDays(TODAY, 3) });
    const closed = aParty({ visitSlot: "afternoon" });
    const gone = aParty();
    closeDay(owner, { day: TODAY, slots: ["afternoon"], way: "offer", note: "" });
    updateOrderStatus(owner, gone.order.id, "refunded");
    const headers = { cookie: await cookieOf("owner") };
    const said = async (code: string) => {
      const { location } = await post({ code, key: `a-scan-of-the-code-${code}` });
      return textOf(await sendAndRender(location!, { headers }));
    };

    const answers: [string, string[]][] = [
      [
        evening.first,
        ["Another slot", "but for another slot: Evening, 3:00–6:00 PM.", "Let this person in now"],
      ],
      [
        other.first,
        ["Another day", "This ticket is for ", ", not for today.", "Let this person in today"],
      ],
      [
        closed.first,
        ["Slot closed", "the zoo is closed during its slot: Afternoon, 12:00–3:00 PM."],
      ],
      [gone.first, ["Not valid", "Ticket is void. Its order was cancelled or refunded."]],
      ["AAAAABBBBBCCCCCDDDDD", ["Not valid", "Ticket not found. Check the letters."]],
      [gone.order.id, ["That is an order's number", `Look at order ${gone.order.id}`]],
    ];
    for (const [code, words] of answers) {
      const text = await said(code);
      for (const each of words) expect(text).toContain(each);
      const isForStaff = /^(Another|Slot)/.test(words[0]!);
      expect(text.includes("Check in anyway"), words[0]).toBe(isForStaff);
      expect(text.includes("Admit all 3 still outside"), words[0]).toBe(isForStaff);
    }
  });

  test("a form sent twice admits one person", async () => {
    const { first } = aParty();
    const form = { code: first, key: "a-scan-of-the-screen" };

    const [one, two] = [await post(form), await post(form)];

    expect(two.location).toBe(one.location);
    const page = await send(`${one.location}&_data=routes%2Fadmin%2Fcheck-in`, {
      headers: { cookie: await cookieOf("editor") },
    });
    expect(await page.json()).toMatchObject({ result: { verdict: "in", admitted: 1 } });
  });

  test.each(["", "  ", "-"])("says what is missing when '%s' is sent", async (code) => {
    const { status, text } = await post({ code, key: "a-scan-of-the-screen" });

    expect(status).toBe(400);
    expect(text).toContain("Missing code");
  });

  test.each([
    ["17 hours slow", -17 * HOUR],
    ["a week ahead", 7 * 24 * HOUR],
  ])("uses the server's clock when the device's is %s", async (_, off) => {
    vi.setSystemTime(NOW - 24 * HOUR);
    const { first } = aParty();
    vi.setSystemTime(NOW);
    const today = aParty();
    const scans = [aScan(first, { at: NOW + off }), aScan(today.first, { at: NOW + off - MINUTE })];

    const { text } = await post({ scans: JSON.stringify(scans), now: String(NOW + off) }, SYNC);

    const { results } = JSON.parse(text);
    expect(results).toMatchObject([{ verdict: "other-day" }, { verdict: "in" }]);
    expect(useOf(today.first).usedAt).toBe(NOW - MINUTE);
  });

  test("a code truncated within a character is the same scan again", async () => {
    const cut = "x".repeat(199) + "🐘".charAt(0);
    const scans = JSON.stringify([aScan(cut, { ahead: 1, override: true })]);

    const answers = [await post({ scans }, SYNC), await post({ scans }, SYNC)];

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]!.text).toContain('"verdict":"unknown"');
  });

  test("a ticket's page normalizes the code and redirects", async () => {
    const { first } = aParty();
    const cookie = await cookieOf("editor");

    const { status, headers } = await send(`/t/${first.toLowerCase()}%E2%80%83%0d%0a`, {
      method: "POST",
      headers: { cookie },
      body: new URLSearchParams({ override: "yes" }),
    });

    expect([status, headers.get("location")]).toEqual([302, `/t/${first}#main`]);
  });

  test.each(["", "{", "[]", '{"key":1}', JSON.stringify([{ key: "x", code: "y", at: 1 }])])(
    "scans that are %j are rejected",
    async (scans) => {
      const { status } = await post({ scans }, SYNC);

      expect(status).toBe(400);
      expect(db.select().from(gateScans).all()).toEqual([]);
    },
  );

  test("accepts at most fifty scans at once", async () => {
    const scans = Array.from({ length: 51 }, () => aScan("ZV-0000"));
    const sent = async (many: number) =>
      (await post({ scans: JSON.stringify(scans.slice(0, many)) }, SYNC)).status;

    expect([await sent(50), await sent(51)]).toEqual([200, 400]);
  });
});

/** What a page says, without its markup. */
const textOf = async (page: Response) =>
  (await page.text())
    .replace(/<script.*?<\/script>/gs, "")
    .replace(/<[^>]*>/g, "")
    .replaceAll("&#x27;", "'");

/** Posts a form as an editor, as a page asks for it and not a document. */
async function post(form: Record<string, string>, path = "/admin/dashboard/check-in") {
  const headers = { cookie: await cookieOf("editor") };
  const body = new URLSearchParams(form);
  const asked = path === SYNC ? path : `${path}?_data=routes%2Fadmin%2Fcheck-in`;
  const response = await send(asked, { method: "POST", headers, body, redirect: "manual" });
  const location = response.headers.get("location") ?? response.headers.get("x-remix-redirect");
  const status = response.status === 204 ? 302 : response.status;
  return { status, location, text: await response.text() };
}
