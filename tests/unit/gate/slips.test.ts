import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "db/connection.server";
import { lockedDays, payments, slotOccupancy } from "db/schema";
import type { Staff } from "~/features/auth/permissions";
import { gateList } from "~/features/gate-list/gate-list.server";
import { EnterSlip } from "~/features/gate-list/gate-list.schema";
import { countSlips, enterSlip, orderOfSlip, printSlips } from "~/features/gate-list/slips.server";
import { checkIn } from "~/features/gate/check-in.server";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import { scanOnce } from "~/features/gate/sync-scans.server";
import { transaction } from "db/transaction.server";
import { giveOneCode } from "~/features/tickets/one-code.server";
import { partyCodeOf } from "~/features/tickets/party-codes.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { anAdmin, anOrder, asStaff, codesOf } from "../../support/data/factories";
import { aGroupOrder } from "../../support/data/groups";

const NOW = Date.parse("2026-08-05T12:00:00.000Z"); // half past five in the afternoon at the zoo
const TODAY = "2026-08-05";
const YESTERDAY = "2026-08-04";

let owner: Staff;
let editor: Staff;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  owner = asStaff(anAdmin({ role: "owner" }));
  editor = asStaff(anAdmin({ role: "editor" }));
});
afterEach(() => vi.useRealTimers());

const aSlip = (changes: Record<string, unknown> = {}) =>
  EnterSlip.parse({
    number: "1",
    visitDate: TODAY,
    visitSlot: "morning",
    counts: { adult: 2, child: 1 },
    paymentMethod: "cash",
    taken: "50",
    note: "",
    ...changes,
  });

describe("emergency slips", () => {
  test("are numbered without gaps", () => {
    expect(printSlips(editor, 3)).toEqual({ first: 1, last: 3 });
    expect(printSlips(owner, 2)).toEqual({ first: 4, last: 5 });
    expect(countSlips(editor)).toEqual({ printed: 5, open: 5 });
  });

  test("become a paid order of a slot that is over, with all people inside", () => {
    printSlips(owner, 2);

    const order = enterSlip(owner, aSlip({ visitDate: YESTERDAY }));

    expect(db.select().from(payments).all()).toMatchObject([
      { orderId: order.id, amount: 5_000, day: YESTERDAY, method: "cash", recordedBy: owner.id },
    ]);
    expect(db.select().from(slotOccupancy).all()).toMatchObject([
      { visitDate: YESTERDAY, visitSlot: "morning", held: 3, arrived: 3 },
    ]);
    expect(countSlips(owner)).toEqual({ printed: 2, open: 1 });
  });

  test("are entered once; the refusal names the order", () => {
    printSlips(owner, 1);
    const { id } = enterSlip(owner, aSlip());

    expect(() => enterSlip(owner, aSlip())).toThrow(`Slip 1 is entered already: order ${id}`);
    expect(orderOfSlip(owner, 1)).toBe(id);
    expect(db.select().from(payments).all()).toHaveLength(1);
    expect(() => db.run("UPDATE emergency_slips SET order_id = 'ZV-1'")).toThrow();
    expect(() => db.run("DELETE FROM emergency_slips")).toThrow();
  });

  test("of another sum need a note, and are sold at the tariff", () => {
    printSlips(owner, 1);

    expect(() => enterSlip(owner, aSlip({ taken: "40" }))).toThrow("By the tariff it is ₹50");
    expect(countSlips(owner).open).toBe(1);
    enterSlip(owner, aSlip({ taken: "40", note: "No change left" }));
    expect(db.select().from(payments).all()).toMatchObject([{ amount: 5_000 }]);
  });

  test("of a locked day, another day or an unknown number are refused", () => {
    printSlips(owner, 1);
    db.insert(lockedDays).values({ day: YESTERDAY, lockedBy: owner.id, lockedAt: NOW }).run();

    expect(() => enterSlip(owner, aSlip({ visitDate: YESTERDAY }))).toThrow("are locked");
    expect(() => enterSlip(owner, aSlip({ visitDate: "2026-08-03" }))).toThrow(
      "today or yesterday",
    );
    expect(() => enterSlip(owner, aSlip({ visitDate: "2026-08-06" }))).toThrow(
      "today or yesterday",
    );
    expect(() => enterSlip(owner, aSlip({ number: "7" }))).toThrow("never printed");
    expect(() => enterSlip(editor, aSlip())).toThrow("insufficient role");
  });
});

describe("the gate list", () => {
  test("has the paid orders of the slot by name, with who is inside", () => {
    vi.setSystemTime(Date.parse("2026-08-05T04:30:00Z"));
    const morning = { visitDate: toLocalDate(), status: "paid" as const };
    const asha = anOrder(morning);
    const bela = anOrder({
      ...morning,
      contact: { name: "Bela Ahuja", email: "b@example.org", phone: "" },
    });
    anOrder({ visitDate: toLocalDate() });
    anOrder({ ...morning, visitSlot: "evening" });
    const left = anOrder(morning);
    checkIn(owner, codesOf(left.seq)[0]!);
    updateOrderStatus(owner, left.id, "refunded");
    giveOneCode(owner, bela.id);
    const code = partyCodeOf(bela.seq)!;
    const scan = { code, people: 1, at: Date.now(), override: false, party: false, ahead: 0 };
    transaction((tx) => scanOnce(tx, owner, { ...scan, key: "a-scan-for-the-gate-list" }));

    expect(gateList(owner, TODAY, "morning")).toEqual([
      {
        orderId: asha.id,
        name: "Asha Rao",
        phone: asha.contactPhone,
        partyCode: null,
        people: codesOf(asha.seq).map((each) => ({ code: each.slice(-4), isInside: false })),
      },
      expect.objectContaining({
        name: "Bela Ahuja",
        partyCode: code.slice(-4),
        people: [
          expect.objectContaining({ isInside: true }),
          expect.objectContaining({ isInside: false }),
        ],
      }),
    ]);
  });

  test("names a group as it calls itself at the gate, to who may read orders", () => {
    const { id } = aGroupOrder({ visitDate: TODAY, visitSlot: "evening", holdUntil: TODAY });
    updateOrderStatus(owner, id, "paid");

    expect(gateList(owner, TODAY, "evening")).toMatchObject([{ name: "Lake School, Asha Rao" }]);
    expect(gateList(editor, TODAY, "evening")).toMatchObject([{ name: "A. R." }]);
  });

  test("has no names and phones for staff who may not read orders", () => {
    anOrder({ visitDate: TODAY, visitSlot: "evening", status: "paid" });

    expect(gateList(editor, TODAY, "evening")).toMatchObject([
      { name: "A. R.", orderId: "", phone: "" },
    ]);
  });
});
