import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { sqlite } from "db/connection.server";
import { cancelAsVisitor } from "~/features/booking/visitor-order.server";
import { syncScans } from "~/features/gate/sync-scans.server";
import { changeGroup } from "~/features/groups/edit-group.server";
import { groupOrderOf } from "~/features/groups/group-orders.server";
import { issueInvoice } from "~/features/groups/invoices.server";
import { recordPartPayment } from "~/features/groups/part-payments.server";
import { rescheduleVisit, updateOrderStatus } from "~/features/orders/edit-order.server";
import { expireOverdue } from "~/features/orders/expire-orders.server";
import { isActive } from "~/features/orders/order-status";
import { orderAccessKey, orderById } from "~/features/orders/orders.server";
import { refundTickets } from "~/features/orders/refund-tickets.server";
import { markRefundPaid } from "~/features/orders/refunds-due.server";
import { undoStatusChange } from "~/features/orders/undo/undo-status.server";
import { balanceOf, missingPaise } from "~/features/payments/ledger.server";
import { partyCodeOf } from "~/features/tickets/party-codes.server";
import { priceOfTickets } from "~/features/tickets/people-inside.server";
import { activeTicketsOfOrder, remainingLines } from "~/features/tickets/tickets.server";
import { addDays, HOUR_MS } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { anAdmin, asStaff, tomorrow } from "../../support/data/factories";
import { aGroupOrder } from "../../support/data/groups";

afterEach(() => void vi.useRealTimers());

const ACTIONS = [
  "part",
  "lastPart",
  "paid",
  "undo",
  "cancelled",
  "refunded",
  "repaid",
  "ticket",
  "heads",
  "scan",
  "move",
  "wait",
  "leave",
  "invoice",
] as const;

const step = fc.record({ act: fc.constantFrom(...ACTIONS), much: fc.integer({ min: 1, max: 9 }) });

test("whatever is paid, undone, refunded, changed and scanned, no money and nobody is counted twice or lost", () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 4, maxLength: 14 }),
      fc.option(fc.integer({ min: 2, max: 5 })),
      (steps, freePer) => {
        vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
        sqlite.exec("SAVEPOINT run");
        try {
          run(steps, freePer);
        } finally {
          sqlite.exec("ROLLBACK TO run");
          vi.useRealTimers();
        }
      },
    ),
    { numRuns: 60 },
  );
});

function run(steps: { act: (typeof ACTIONS)[number]; much: number }[], freePer: number | null) {
  const owner = asStaff(anAdmin({ role: "owner" }));
  const counts = { adult: 4, child: 12, senior: 0 };
  const { id, seq } = aGroupOrder({
    visitDate: addDays(tomorrow(), 3),
    holdUntil: addDays(tomorrow(), 1),
    counts,
    freePer,
  });
  const missing = () => missingPaise(orderById(id));
  const part = (amount: number) =>
    recordPartPayment(owner, id, { amount: Math.max(1, amount), method: "cash", reference: "" });
  let invoices = 0;
  const acts: Record<(typeof ACTIONS)[number], (much: number) => void> = {
    part: (much) => part(much * 1_000),
    lastPart: () => part(missing()),
    paid: () => updateOrderStatus(owner, id, "paid", { isUndoable: true }),
    undo: () => undoStatusChange(owner, id),
    cancelled: () => updateOrderStatus(owner, id, "cancelled", { isUndoable: true }),
    refunded: () => updateOrderStatus(owner, id, "refunded", { isUndoable: true }),
    repaid: () => markRefundPaid(owner, id),
    ticket: (much) => refundTickets(owner, id, { tickets: [much] }),
    heads: (much) => {
      const group = groupOrderOf(seq)!;
      const left = Object.fromEntries(
        remainingLines(orderById(id)).map((line) => [line.ticketType, line.quantity]),
      );
      const child = (left.child ?? 0) + much - 3;
      const changes = { ...group, counts: { adult: 0, senior: 0, ...left, child } };
      changeGroup(owner, id, changes, { difference: { method: "cash", reference: "" } });
    },
    scan: (much) => {
      const key = `scan-of-the-property-${crypto.randomUUID()}`;
      const code = partyCodeOf(seq) ?? "NONE";
      const scan = { key, code, at: Date.now(), override: true, party: false, ahead: 0 };
      syncScans(owner, [{ ...scan, people: much }]);
    },
    move: (much) =>
      rescheduleVisit(owner, id, { visitDate: addDays(tomorrow(), much), visitSlot: "evening" }),
    wait: (much) => {
      vi.setSystemTime(Date.now() + much * 5 * HOUR_MS);
      expireOverdue();
    },
    leave: () => cancelAsVisitor(id, orderAccessKey(id)),
    invoice: () => {
      const { number } = issueInvoice(owner, id);
      expect([invoices, invoices + 1]).toContain(number);
      invoices = number;
    },
  };
  for (const { act, much } of steps) {
    vi.setSystemTime(Date.now() + 1_000);
    try {
      acts[act](much);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
    check(id, seq, act);
  }
}

function check(id: string, seq: number, act: string) {
  const order = orderById(id);
  const active = activeTicketsOfOrder(seq);
  const inside = active.filter(({ usedAt }) => usedAt !== null);
  const balance = balanceOf(seq);
  if (order.status === "paid") {
    expect(missingPaise(order), act).toBe(0);
    expect(active.length, act).toBe(order.ticketCount);
    for (const { ticketType, quantity } of remainingLines(order))
      expect(active.filter((each) => each.ticketType === ticketType).length, act).toBe(quantity);
  }
  if (order.status === "pending") {
    expect(balance, act).toBeLessThanOrEqual(order.totalPaise);
    expect(active, act).toEqual([]);
  }
  if (order.status === "cancelled" || order.status === "refunded") {
    expect(active.length, act).toBe(inside.length);
    if (inside.length === 0) expect(balance > 0, `${act}: ${balance}`).toBe(order.refundDue);
    else expect(balance, act).toBeGreaterThanOrEqual(0);
  }
  expect(balance, act).toBeGreaterThanOrEqual(0);
  expect(priceOfTickets(order, inside), act).toBeLessThanOrEqual(order.subtotalPaise);
  const places = sqlite
    .prepare("SELECT sum(held) held, sum(arrived) arrived FROM slot_occupancy")
    .get();
  const held = isActive(order.status) ? order.ticketCount : inside.length;
  expect(places, act).toEqual({ held, arrived: inside.length });
}
