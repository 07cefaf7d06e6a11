import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import { sqlite } from "db/connection.server";
import type { Staff } from "~/features/auth/permissions";
import { changeCapacity } from "~/features/capacity/change-capacity.server";
import { closeDay } from "~/features/closures/close-day.server";
import { addDays } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { claimNext, markFailed, markSent } from "~/features/mail/delivery.server";
import { updateOrderStatus, editOrder } from "~/features/orders/edit-order.server";
import { deleteOrder } from "~/features/orders/delete-order.server";
import { expireOverdue } from "~/features/orders/expire-orders.server";
import { ORDER_STATUSES } from "~/features/orders/order-status";
import { PAYMENT_METHOD_IDS } from "~/features/orders/payment-methods";
import { EditOrder } from "~/features/orders/order.schema";
import { orderById, orderAccessKey } from "~/features/orders/orders.server";
import { refundTickets } from "~/features/orders/refund-tickets.server";
import { markRefundPaid } from "~/features/orders/refunds-due.server";
import { undoStatusChange } from "~/features/orders/undo/undo-status.server";
import { cancelAsVisitor, rescheduleAsVisitor } from "~/features/booking/visitor-order.server";
import { availabilityOn } from "~/features/orders/reservations.server";
import { balanceOf } from "~/features/payments/ledger.server";
import { erasePerson } from "~/features/privacy/erase-person.server";
import { findInconsistencies } from "~/features/maintenance/consistency-check.server";
import { admitByCode } from "~/features/gate/admission.server";
import { checkIn } from "~/features/gate/check-in.server";
import { syncScans } from "~/features/gate/sync-scans.server";
import { allTicketsOfOrder } from "~/features/tickets/tickets.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { anAdmin, anOrder, asStaff } from "../../support/data/factories";
import { SLOTS } from "../../support/data/slots";

const folder = mkdtempSync(join(tmpdir(), "zoo-season-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Few and small, so that people get into each other's way. */
const DAYS = [addDays(toLocalDate(), 2), addDays(toLocalDate(), 3)];
const USUAL = 12;
const nothing = { morning: null, afternoon: null, evening: null };

const step = fc.record({
  hours: fc.nat(3),
  isTidied: fc.boolean(),
  visit: fc.record({
    visitDate: fc.constantFrom(...DAYS),
    visitSlot: fc.constantFrom(...SLOTS),
  }),
  adults: fc.integer({ min: 1, max: 5 }),
  children: fc.nat(2),
  places: fc.nat(USUAL + 5),
  status: fc.constantFrom(...ORDER_STATUSES),
  paymentMethod: fc.constantFrom(...PAYMENT_METHOD_IDS),
  which: fc.nat(9),
  one: fc.boolean(),
  other: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** What visitors and staff do, each with an order of theirs. */
function actsOf(owner: Staff) {
  const ids: string[] = [];
  const id = ({ which }: Step) => ids[which % Math.max(1, ids.length)] ?? "none";
  const email = ({ which }: Step) => `visitor${which % 4}@example.org`;
  const items = ({ adults, children }: Step) => [
    { ticketType: "adult", quantity: adults },
    { ticketType: "child", quantity: children },
  ];
  const codeOf = (step: Step) => {
    const tickets = allTicketsOfOrder(orderById(id(step)).seq);
    return tickets[step.places % Math.max(1, tickets.length)]?.code ?? "none";
  };
  return {
    book(step: Step) {
      const { paymentMethod } = step;
      const contact = { name: "Asha Rao", email: email(step), phone: "9876543210" };
      ids.push(anOrder({ ...step.visit, items: items(step), paymentMethod, contact }).id);
    },
    pay: (step: Step) => updateOrderStatus(owner, id(step), "paid"),
    changeStatus: (step: Step) => updateOrderStatus(owner, id(step), step.status),
    refundTicket: (step: Step) =>
      refundTickets(owner, id(step), { tickets: [1 + (step.places % step.adults)] }),
    /** Of which all that visitor, gate and ledger see is as before. */
    undo(step: Step) {
      const before = seenOf(id(step));
      const { isChanged } = updateOrderStatus(owner, id(step), step.status, { isUndoable: true });
      if (!isChanged) return;
      vi.setSystemTime(Date.now() + 1000);
      const changed = stored();
      try {
        undoStatusChange(owner, id(step));
        expect(seenOf(id(step))).toEqual(before);
      } catch (error) {
        // The slot may have been given fewer places than are booked.
        if (!(error instanceof DomainError)) throw error;
        expect(error.message).toContain("in this slot");
        expect(stored(), "undoing is refused and changes nothing").toBe(changed);
      }
    },
    edit: (step: Step) =>
      editOrder(
        owner,
        id(step),
        EditOrder.parse({
          ...step.visit,
          ...(step.one && { paymentMethod: step.paymentMethod }),
          ...(step.other && { status: step.status }),
        }),
      ),
    editItems: (step: Step) => editOrder(owner, id(step), EditOrder.parse({ items: items(step) })),
    move: (step: Step) => rescheduleAsVisitor(id(step), orderAccessKey(id(step)), step.visit),
    cancelOwn: (step: Step) => cancelAsVisitor(id(step), orderAccessKey(id(step))),
    repay: (step: Step) => markRefundPaid(owner, id(step)),
    delete: (step: Step) => deleteOrder(owner, id(step)),
    setPlaces(step: Step) {
      const { visitDate: day, visitSlot } = step.visit;
      const places = { ...nothing, [visitSlot]: step.one ? step.places : null };
      changeCapacity(owner, { what: "day", day, places, note: "" }, { hit: Infinity });
    },
    close(step: Step) {
      const { visitDate: day, visitSlot } = step.visit;
      const slots = step.one ? [visitSlot] : [...SLOTS];
      closeDay(owner, { day, slots, way: step.other ? "offer" : "cancel", note: "" });
    },
    checkIn: (step: Step) => checkIn(owner, codeOf(step), step.one),
    admit: (step: Step) =>
      admitByCode(owner, codeOf(step), { override: step.one, party: step.other }),
    scanLate: (step: Step) =>
      syncScans(owner, [
        {
          key: `a-device-without-connection-${step.places}`,
          code: codeOf(step),
          at: Date.now() - step.which * 3_600_000,
          override: step.one,
          party: step.other,
          ahead: step.children,
        },
      ]),
    erase: (step: Step) => erasePerson(owner, email(step)),
    sendMail(step: Step) {
      const mail = claimNext();
      if (!mail || mail === "more") return;
      if (step.one) markSent(mail);
      else markFailed(mail, "refused", step.other);
    },
  };
}

/** Each act once so that it is done, and those that are to be refused, too; chance adds the rest. */
function aSeason(): [keyof ReturnType<typeof actsOf>, Step][] {
  const usual: Step = {
    hours: 0,
    isTidied: false,
    visit: { visitDate: DAYS[0]!, visitSlot: "morning" },
    adults: 3,
    children: 0,
    places: 1,
    status: "paid",
    paymentMethod: "upi",
    which: 0,
    one: true,
    other: false,
  };
  const afternoon = { visitDate: DAYS[0]!, visitSlot: "afternoon" } as const;
  const evening = { visitDate: DAYS[0]!, visitSlot: "evening" } as const;
  return [
    ["book", usual],
    ["book", { ...usual, which: 1 }],
    ["book", { ...usual, which: 2, visit: afternoon }],
    ["book", { ...usual, which: 3, visit: evening }],
    ["book", { ...usual, adults: 5, children: 2 }], // six places are left
    ["sendMail", usual],
    ["undo", usual],
    ["pay", usual],
    ["changeStatus", { ...usual, which: 1, status: "refunded" }], // it is not paid
    ["changeStatus", { ...usual, which: 1 }],
    ["refundTicket", usual],
    ["edit", { ...usual, which: 1 }],
    ["editItems", { ...usual, which: 2, adults: 2 }],
    ["cancelOwn", { ...usual, which: 2 }],
    ["move", { ...usual, which: 2 }], // it is cancelled
    ["erase", { ...usual, which: 2 }],
    ["delete", { ...usual, which: 2 }],
    ["move", { ...usual, which: 1, visit: afternoon }],
    ["checkIn", usual],
    ["checkIn", usual],
    ["admit", { ...usual, which: 1 }],
    ["scanLate", { ...usual, which: 3 }],
    ["setPlaces", usual],
    ["pay", { ...usual, which: 3 }],
    ["close", { ...usual, visit: evening }],
    ["repay", { ...usual, which: 3 }],
  ];
}

function seenOf(id: string) {
  const order = orderById(id);
  const tickets = allTicketsOfOrder(order.seq).filter(({ voidedAt }) => voidedAt === null);
  const places = availabilityOn(order.visitDate).map(({ booked }) => booked);
  return { ...order, updatedAt: 0, tickets, places, balance: balanceOf(order.seq) };
}

const TABLES = `orders order_items tickets slot_occupancy sales outbox closures
  closure_orders capacity_overrides gate_scans messages audit payments refunds
  undoable_changes`.split(/\s+/);

/** All that is stored, to be compared. */
const stored = () =>
  JSON.stringify(TABLES.map((table) => sqlite.prepare(`SELECT * FROM ${table}`).all()));

const slotsSold = () =>
  DAYS.flatMap((day) => availabilityOn(day).map((places) => ({ day, ...places })));

test("invariants hold after random actions of visitors and staff", { timeout: 300_000 }, () => {
  const owner = asStaff(anAdmin({ role: "owner" }));
  vi.useFakeTimers({ toFake: ["Date"] });
  const hour = 3_600_000;
  const start = Math.floor(Date.now() / hour) * hour + hour / 4; // no slot ends within an undo
  const done = new Map<string, number>();
  const refused = new Map<string, number>();
  const count = (where: typeof done, act: string) => where.set(act, (where.get(act) ?? 0) + 1);
  const acts = Object.keys(actsOf(owner)) as (keyof ReturnType<typeof actsOf>)[];
  // Seldom is there something to repay.
  const repays = Array.from({ length: 8 }, () => "repay" as const);
  const often = [...acts, ...repays, "book", "book", "pay", "checkIn"] as const;
  const seasons = fc.array(fc.tuple(fc.constantFrom(...often), step), {
    minLength: 20,
    maxLength: 60,
  });

  fc.assert(
    fc.property(seasons, (steps) => {
      sqlite.exec("SAVEPOINT season");
      try {
        vi.setSystemTime(start);
        const act = actsOf(owner);
        changeCapacity(owner, { what: "usual", places: USUAL, holdHours: 24 });
        for (const [what, how] of steps) {
          vi.setSystemTime(Date.now() + how.hours * hour + 1);
          // A change that is undone would do it, for other orders of the slot, too.
          if (how.isTidied || what === "undo") expireOverdue();
          const [before, sold] = [stored(), slotsSold()];
          try {
            act[what](how);
            count(done, what);
          } catch (error) {
            if (!(error instanceof DomainError)) throw error;
            count(refused, what);
            expect(stored(), `${what} is refused and changes nothing`).toBe(before);
          }
          slotsSold().forEach(({ day, slot, booked, capacity }, at) => {
            const isMore = booked > (sold[at]?.booked ?? 0);
            if (isMore) expect(booked, `${what}: ${day} ${slot}`).toBeLessThanOrEqual(capacity);
          });
        }
        writeFileSync(join(folder, "zoo.db"), sqlite.serialize());
        expect(findInconsistencies(join(folder, "zoo.db"))).toEqual([]);
      } finally {
        sqlite.exec("ROLLBACK TO season; RELEASE season"); // a season that failed leaves nothing to the next
      }
    }),
    { examples: [[aSeason()]], numRuns: 80, interruptAfterTimeLimit: 240_000 },
  );
  for (const act of acts) expect(done.get(act) ?? 0, `${act} was done`).toBeGreaterThan(0);
  for (const act of ["book", "move", "checkIn", "changeStatus"]) {
    expect(refused.get(act) ?? 0, `${act} was refused`).toBeGreaterThan(0);
  }
});
