import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "db/connection.server";
import { transaction } from "db/transaction.server";
import { slotOccupancy } from "db/schema";
import type { Staff } from "~/features/auth/permissions";
import { admitPartyByCode, checkIn } from "~/features/gate/check-in.server";
import { buildOfflineManifest } from "~/features/gate/offline-manifest.server";
import { openConflicts, syncScans } from "~/features/gate/sync-scans.server";
import { todayCounts } from "~/features/gate/gate.server";
import { changeGroup } from "~/features/groups/edit-group.server";
import { groupOrderOf } from "~/features/groups/group-orders.server";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import { refundTickets } from "~/features/orders/refund-tickets.server";
import { replaceLink } from "~/features/orders/replace-link.server";
import { undoStatusChange } from "~/features/orders/undo/undo-status.server";
import { verifyTicket } from "~/features/tickets/find-ticket.server";
import { giveOneCode } from "~/features/tickets/one-code.server";
import { issuePartyCode, partyCodeOf } from "~/features/tickets/party-codes.server";
import { peopleInside } from "~/features/tickets/people-inside.server";
import { activeTicketsOfOrder } from "~/features/tickets/tickets.server";
import { addDays } from "~/lib/dates";
import { toLocalDate } from "~/lib/time-zone.server";
import { anAdmin, anOrder, asStaff, codesOf } from "../../support/data/factories";
import { aGroupOrder } from "../../support/data/groups";

const NOW = Date.parse("2026-08-05T04:30:00.000Z"); // ten in the morning at the zoo
const MINUTE = 60_000;

let owner: Staff;
let east: Staff;
let west: Staff;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  owner = asStaff(anAdmin({ role: "owner" }));
  east = asStaff(anAdmin({ role: "editor", name: "East gate" }));
  west = asStaff(anAdmin({ role: "editor", name: "West gate" }));
});
afterEach(() => vi.useRealTimers());

/** Sixteen people with one code, for this morning. */
function aParty(changes: Parameters<typeof anOrder>[0] = {}) {
  const items = [
    { ticketType: "adult", quantity: 6 },
    { ticketType: "child", quantity: 10 },
  ];
  const order = anOrder({ visitDate: toLocalDate(), items, status: "paid", ...changes });
  giveOneCode(owner, order.id);
  return { order, code: partyCodeOf(order.seq)! };
}

type Scan = Parameters<typeof syncScans>[1][number];
let made = 0;
const aScan = (code: string, changes: Partial<Scan> = {}): Scan => ({
  key: `a-party-scan-of-this-test-${(made += 1)}`,
  code,
  at: Date.now(),
  override: false,
  party: false,
  asks: true,
  ahead: 0,
  ...changes,
});
const scan = (code: string, changes: Partial<Scan> = {}, who = east) =>
  syncScans(who, [aScan(code, changes)])[0]!.answer;
const insideOf = ({ seq }: { seq: number }) =>
  activeTicketsOfOrder(seq).filter(({ usedAt }) => usedAt !== null);

describe("one code for all", () => {
  test("is asked how many, and admits them in parts, in the order of the tickets", () => {
    const { order, code } = aParty();

    expect(scan(code)).toMatchObject({
      verdict: "party",
      admitted: 0,
      ticket: { ticketType: null, of: 16, partyIn: 0, partyOut: 16 },
    });
    expect(scan(code, { people: 10 })).toMatchObject({ verdict: "in", admitted: 10 });
    expect(insideOf(order).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(scan(code, { people: 4 }, west).ticket).toMatchObject({ partyIn: 14, partyOut: 2 });
    expect(todayCounts(owner).slots[0]).toMatchObject({ arrived: 14, expected: 16 });
    expect(db.select().from(slotOccupancy).all()).toMatchObject([{ held: 16, arrived: 14 }]);
  });

  test("leaves a short line about who is inside", () => {
    const { order, code } = aParty();
    scan(code, { people: 2 });
    expect(peopleInside(order)?.line).toMatch(/^2 of 16 people are inside: adult \(ticket 1\), /);
    scan(code, { people: 9 });
    expect(peopleInside(order)?.line).toBe(
      "11 of 16 people are inside. They stay in; it concerns the other 5.",
    );
  });

  test("refuses more than are left, until all are in", () => {
    const { order, code } = aParty();
    scan(code, { people: 10 });

    expect(scan(code, { people: 7 })).toMatchObject({ verdict: "party", admitted: 0, people: 7 });
    expect(insideOf(order)).toHaveLength(10);
    scan(code, { people: 6 });
    expect(scan(code, { people: 1 })).toMatchObject({ verdict: "used", admitted: 0 });
  });

  test("and the single tickets count each person once", () => {
    const { order, code } = aParty();
    const [first = "", second = ""] = codesOf(order.seq);
    scan(second);

    expect(scan(code, { people: 3 })).toMatchObject({ admitted: 3 });
    expect(insideOf(order).map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(scan(first)).toMatchObject({ verdict: "used" });
  });

  test("obeys day, slot and closure as a ticket does", () => {
    const other = aParty({ visitDate: addDays(toLocalDate(), 1) });
    const evening = aParty({ visitSlot: "evening" });

    expect(scan(other.code, { people: 2 })).toMatchObject({ verdict: "other-day", admitted: 0 });
    expect(scan(evening.code, { people: 2 })).toMatchObject({ verdict: "other-slot" });
    expect(scan(evening.code, { people: 2, override: true })).toMatchObject({ admitted: 2 });
  });

  test("admits one by one for a gate page that cannot ask, or all who are left", () => {
    const { code } = aParty();

    expect(scan(code, { asks: false })).toMatchObject({ verdict: "in", admitted: 1 });
    expect(scan(code, { asks: false, party: true })).toMatchObject({ admitted: 15 });
  });

  test("admits forty scans of people of sixteen only sixteen times", () => {
    const { order, code } = aParty();
    const codes = codesOf(order.seq);

    const answers = Array.from({ length: 40 }, (_, at) =>
      scan(at % 2 ? code : codes[at % 16]!, at % 2 ? { people: 1 } : {}, at % 3 ? east : west),
    );

    expect(answers.reduce((sum, { admitted }) => sum + admitted, 0)).toBe(16);
    expect(insideOf(order)).toHaveLength(16);
  });
});

describe("a single ticket that the party's count has used", () => {
  test("lets in as many as staff say, of those who are left, and never more", () => {
    const { order, code } = aParty();
    const [first = "", second = ""] = codesOf(order.seq);
    scan(code, { people: 14 });
    expect(scan(first)).toMatchObject({
      verdict: "used",
      admitted: 0,
      ticket: { ofParty: true, partyIn: 14, partyOut: 2 },
    });

    expect(scan(first, { people: 1 }, west)).toMatchObject({ verdict: "in", admitted: 1 });
    expect(scan(second, { people: 2 })).toMatchObject({ verdict: "party", admitted: 0 });
    expect(insideOf(order)).toHaveLength(15);
    const key = "a-key-of-the-ticket-page-1";
    for (let press = 0; press < 2; press += 1)
      admitPartyByCode(east, first, { key, override: false, people: 1 });
    expect(insideOf(order)).toHaveLength(16);
    expect(scan(first, { people: 1 })).toMatchObject({ verdict: "used", admitted: 0 });
  });

  test("but not a void one, nor one of an order without a code for all", () => {
    const { order, code } = aParty();
    const [first = ""] = codesOf(order.seq);
    refundTickets(owner, order.id, { tickets: [1] });
    expect(scan(first, { people: 1 })).toMatchObject({ verdict: "void", admitted: 0 });
    expect(scan(code, { people: 15 })).toMatchObject({ admitted: 15 });

    const single = anOrder({ visitDate: toLocalDate(), status: "paid" });
    const [own = ""] = codesOf(single.seq);
    scan(own);
    expect(scan(own, { people: 1 })).toMatchObject({ verdict: "used", admitted: 0 });
  });
});

describe("a party code is valid while its order is paid", () => {
  test("void once it is refunded, the same after Undo, another when it is paid again", () => {
    const { order, code } = aParty();
    vi.setSystemTime(NOW + MINUTE);
    updateOrderStatus(owner, order.id, "refunded", { isUndoable: true });
    expect(scan(code, { people: 1 })).toMatchObject({ verdict: "void" });
    expect(() => verifyTicket(code)).toThrow("Ticket is void");

    undoStatusChange(owner, order.id);
    expect(scan(code, { people: 1 })).toMatchObject({ verdict: "in" });
    expect(verifyTicket(code).people).toEqual({ arrived: 1, of: 16 });

    vi.setSystemTime(NOW + 2 * MINUTE);
    updateOrderStatus(owner, order.id, "cancelled");
    updateOrderStatus(owner, order.id, "paid");
    const next = partyCodeOf(order.seq)!;
    expect(next).not.toBe(code);
    expect(scan(code, { people: 1 })).toMatchObject({ verdict: "void" });
    expect(scan(next).ticket).toMatchObject({ partyIn: 1, partyOut: 15 });
  });

  test("one made before the order is paid for the first time stays", () => {
    const order = anOrder({ visitDate: toLocalDate() });
    const code = transaction((tx) => issuePartyCode(tx, order.seq));
    expect(scan(code, { people: 1 })).toMatchObject({ verdict: "void" });

    updateOrderStatus(owner, order.id, "paid");

    expect(transaction((tx) => issuePartyCode(tx, order.seq))).toBe(code);
    expect(scan(code, { people: 1 })).toMatchObject({ verdict: "in" });
  });

  test("is replaced with the codes of the tickets", () => {
    const { order, code } = aParty();
    replaceLink(owner, order.id, { replacesCodes: true });

    expect(scan(code, { people: 1 })).toMatchObject({ verdict: "void" });
    expect(scan(partyCodeOf(order.seq)!, { people: 1 })).toMatchObject({ verdict: "in" });
  });

  test("stays when people are added after all have come in with replaced codes", () => {
    const { id, seq } = aGroupOrder({ visitDate: addDays(toLocalDate(), 1) });
    updateOrderStatus(owner, id, "paid");
    replaceLink(owner, id, { replacesCodes: true });
    const code = partyCodeOf(seq)!;
    scan(code, { people: 50, override: true });

    const group = groupOrderOf(seq)!;
    const difference = { method: "cash", reference: "" } as const;
    changeGroup(
      owner,
      id,
      { ...group, counts: { adult: 5, child: 46, senior: 0 } },
      { difference },
    );

    expect(partyCodeOf(seq)).toBe(code);
    expect(scan(code, { people: 1, override: true })).toMatchObject({ verdict: "in" });
  });

  test("only a paid order gets one, from a manager", () => {
    const { id } = anOrder();
    expect(() => giveOneCode(owner, id)).toThrow("only a paid order");
    expect(() => giveOneCode(east, id)).toThrow("insufficient role");
  });
});

describe("without connection", () => {
  test("two gates that let in more than are left make a conflict of the surplus; nobody is in twice", () => {
    const { order, code } = aParty();
    const morning = aScan(code, { people: 10, ahead: 10 });
    const noon = aScan(code, { people: 9, ahead: 9 });

    for (let times = 0; times < 3; times += 1) {
      syncScans(east, [morning]);
      syncScans(west, [noon]);
    }

    expect(insideOf(order)).toHaveLength(16);
    expect(openConflicts(owner)).toMatchObject([
      { ahead: 9, by: "West gate", answer: { admitted: 6, verdict: "in" } },
    ]);
  });

  test("people who were let in after a question that never arrived are counted", () => {
    const { order, code } = aParty();
    scan(code, { people: 10 });
    const lost = aScan(code, { people: 8 });
    expect(syncScans(west, [lost])[0]!.answer).toMatchObject({ verdict: "party" });

    syncScans(west, [{ ...lost, ahead: 8 }]);
    syncScans(west, [{ ...lost, ahead: 8 }]);

    expect(insideOf(order)).toHaveLength(16);
    expect(openConflicts(owner)).toMatchObject([{ ahead: 8, answer: { admitted: 6 } }]);
  });

  test("a code that the device's list lacks counts those who were let in with it", () => {
    const { order, code } = aParty({ visitDate: addDays(toLocalDate(), 1) });

    syncScans(east, [aScan(code, { override: true, ahead: 1 })]);

    expect(insideOf(order)).toHaveLength(1);
    expect(openConflicts(owner)).toEqual([]);
  });

  test("the list on a device has the code and its replaced ones, unreadable", () => {
    const { order, code } = aParty();
    replaceLink(owner, order.id, { replacesCodes: true });

    const { salt, parties = [], tickets } = buildOfflineManifest(east);

    const hashOf = (text: string) =>
      createHash("sha256")
        .update(salt + text)
        .digest("base64url");
    expect(parties).toEqual([
      { hash: hashOf(partyCodeOf(order.seq)!), orderId: order.id, slot: "morning", isVoid: false },
      { hash: hashOf(code), orderId: order.id, slot: "morning", isVoid: true },
    ]);
    expect(tickets.filter(({ state }) => state === "out")).toHaveLength(16);
  });
});

describe("the API", () => {
  test("lets in one person, or as many as are said, once for a key", () => {
    const { order, code } = aParty();
    const key = "a-key-of-a-turnstile-1";

    expect(checkIn(east, code)).toMatchObject({ admitted: 1, people: { arrived: 1, of: 16 } });
    checkIn(east, code, false, { people: 9, key });
    expect(checkIn(east, code, false, { people: 9, key })).toMatchObject({ admitted: 9 });
    expect(insideOf(order)).toHaveLength(10);
    expect(() => checkIn(east, code, false, { people: 7 })).toThrow(
      "Only 6 people of this party are still to come",
    );
    checkIn(east, code, false, { people: 6 });
    expect(() => checkIn(east, code)).toThrow("Ticket already used");
  });
});
