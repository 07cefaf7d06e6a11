import fc from "fast-check";
import { expect, test, vi, afterEach } from "vitest";
import { db, sqlite } from "db/connection.server";
import { shifts } from "db/schema";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import { orderById } from "~/features/orders/orders.server";
import { undoStatusChange } from "~/features/orders/undo/undo-status.server";
import { openShiftOf } from "~/features/shifts/open-shift.server";
import { computeTotals } from "~/features/shifts/shift-lines.server";
import { DENOMINATIONS, type NoteCounts } from "~/features/shifts/shift.rules";
import { closeShift, moveCash, openShift } from "~/features/shifts/shifts.server";
import { DomainError } from "~/lib/errors";
import { createId } from "~/lib/ids.server";
import { anAdmin, anOrder, asStaff } from "../../support/data/factories";

afterEach(() => void vi.useRealTimers());

const METHODS = ["cash", "upi", "card"];
const ACTS = ["sell", "sell", "refund", "undo", "move", "move", "close", "open", "open"] as const;

const step = fc.record({
  act: fc.constantFrom(...ACTS),
  who: fc.nat(1),
  at: fc.nat(9),
  amount: fc.integer({ min: -300_000, max: 300_000 }).filter((amount) => amount !== 0),
  counts: fc.array(fc.nat(20), {
    minLength: DENOMINATIONS.length,
    maxLength: DENOMINATIONS.length,
  }),
  seconds: fc.constantFrom(1, 4, 3600),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A till as a child would keep it: what lies in each person's drawer, and what was counted of it. */
function aTill() {
  const staff = [0, 1].map(() => asStaff(anAdmin({ role: "owner" })));
  const drawers = new Map<string, number>();
  const sold: { id: string; method: string; paise: number; seller: string }[] = [];
  const closed: { id: number; expected: number; counted: number }[] = [];
  const put = (id: string, paise: number) => {
    const cash = drawers.get(id);
    if (cash !== undefined) drawers.set(id, cash + paise);
  };
  const acts: Record<Step["act"], (step: Step, by: (typeof staff)[number]) => void> = {
    open({ amount }, by) {
      const float = Math.abs(amount);
      if (openShift(by, { float }).float === float && !drawers.has(by.id))
        drawers.set(by.id, float);
    },
    sell({ at }, by) {
      const method = METHODS[at % METHODS.length] ?? "cash";
      const { id, totalPaise } = anOrder({ paymentMethod: method });
      updateOrderStatus(by, id, "paid", { isUndoable: true });
      sold.push({ id, method, paise: totalPaise, seller: by.id });
      if (method === "cash") put(by.id, totalPaise);
    },
    refund({ at }, by) {
      const order = sold[at % Math.max(1, sold.length)];
      if (!order || !updateOrderStatus(by, order.id, "refunded", { isUndoable: true }).isChanged)
        return;
      if (order.method === "cash") put(by.id, -order.paise);
    },
    undo({ at }, by) {
      const order = sold[at % Math.max(1, sold.length)];
      if (!order) return;
      const before = orderById(order.id).status;
      const { status } = undoStatusChange(by, order.id);
      if (order.method === "cash" && status !== before)
        put(by.id, status === "paid" ? order.paise : -order.paise);
    },
    move({ amount }, by) {
      const shift = openShiftOf(by.id);
      if (!shift) return;
      const move = { id: createId(), amount, reason: "Change" };
      moveCash(by, shift.id, move);
      moveCash(by, shift.id, move); // sent twice
      put(by.id, amount);
    },
    close({ counts }, by) {
      const shift = openShiftOf(by.id);
      if (!shift) return;
      const notes = Object.fromEntries(
        DENOMINATIONS.map((rupees, at) => [rupees, counts[at] ?? 0]),
      ) as NoteCounts;
      const counted = DENOMINATIONS.reduce((sum, rupees) => sum + notes[rupees] * rupees * 100, 0);
      const expected = drawers.get(by.id) ?? NaN;
      const first = closeShift(by, shift.id, { counts: notes, reason: "", shownDifference: null });
      if (!("closed" in first)) {
        expect(first.difference).toBe(counted - expected);
        const reason = "Miscounted";
        closeShift(by, shift.id, { counts: notes, reason, shownDifference: first.difference });
      }
      drawers.delete(by.id);
      closed.push({ id: shift.id, expected, counted });
    },
  };
  return { staff, acts, closed };
}

const allShifts = () => db.select().from(shifts).all();

function playSeason(steps: Step[], done: Set<string>) {
  const { staff, acts, closed } = aTill();
  const frozen = new Map<number, unknown>();
  for (const each of steps) {
    vi.setSystemTime(Date.now() + each.seconds * 1000);
    try {
      acts[each.act](each, staff[each.who]!);
      done.add(each.act);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
    for (const shift of allShifts().filter(({ closedAt }) => closedAt !== null)) {
      expect(frozen.get(shift.id) ?? shift).toEqual(shift);
      frozen.set(shift.id, shift);
    }
  }
  for (const { id, expected, counted } of closed) {
    const shift = allShifts().find((candidate) => candidate.id === id)!;
    expect([shift.expected, shift.counted]).toEqual([expected, counted]);
    expect(shift.totals).toEqual(computeTotals(id));
  }
  const numbers = allShifts().flatMap(({ number }) => number ?? []);
  expect(numbers.toSorted((a, b) => a - b)).toEqual(closed.map((_, at) => at + 1));
}

test(
  "expected cash is right to the paisa, numbers have no gaps, and closed shifts stay",
  { timeout: 300_000 },
  () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const done = new Set<string>();
    fc.assert(
      fc.property(fc.array(step, { minLength: 15, maxLength: 40 }), (steps) => {
        sqlite.exec("SAVEPOINT season"); // so that each begins with all places free
        try {
          playSeason(steps, done);
        } finally {
          sqlite.exec("ROLLBACK TO season; RELEASE season");
        }
      }),
      { numRuns: Number(process.env.RUNS ?? 60), interruptAfterTimeLimit: 120_000 },
    );
    expect([...new Set(ACTS)].filter((act) => !done.has(act))).toEqual([]);
  },
);
