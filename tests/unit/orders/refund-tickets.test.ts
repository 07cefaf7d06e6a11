import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { db } from "db/connection.server";
import { outbox, ticketTypes } from "db/schema";
import { transaction } from "db/transaction.server";
import { orderAccessKey, orderById } from "~/features/orders/orders.server";
import { toIcs } from "~/features/booking/ics.server";
import { rescheduleAsVisitor } from "~/features/booking/visitor-order.server";
import { admitByCode } from "~/features/gate/admission.server";
import { checkIn } from "~/features/gate/check-in.server";
import { buildOfflineManifest } from "~/features/gate/offline-manifest.server";
import { renderTemplate } from "~/features/mail/email-templates.server";
import { loadMail, staleReason } from "~/features/mail/mail.server";
import { toText } from "~/features/mail/render-email.server";
import { editOrder, updateOrderStatus } from "~/features/orders/edit-order.server";
import { EditOrder } from "~/features/orders/order.schema";
import { orderRow } from "~/features/orders/order.presenter.server";
import { changeOrderStatus } from "~/features/orders/order-status.server";
import {
  previewTicketRefund,
  refundTickets,
  ticketShare,
} from "~/features/orders/refund-tickets.server";
import { availabilityOn } from "~/features/orders/reservations.server";
import { shareOfTotal } from "~/features/orders/ticket-shares";
import { addPayment, balanceOf, refundsOfOrder } from "~/features/payments/ledger.server";
import { refundPaise } from "~/features/tickets/people-inside.server";
import { activeTicketsOfOrder, allTicketsOfOrder } from "~/features/tickets/tickets.server";
import { addDays } from "~/lib/dates";
import { toLocalDate } from "~/lib/time-zone.server";
import { anAdmin, anOrder, asStaff, codesOf, tomorrow } from "../../support/data/factories";

const owner = () => asStaff(anAdmin({ role: "owner" }));
const LATER = addDays(tomorrow(), 4);
const taken = (day = tomorrow()) => availabilityOn(day)[0]?.booked ?? 0;

afterEach(() => void vi.useRealTimers());

/** Two adults at ₹20 and two children at ₹10, 10 % off: ₹54. */
const aParty = (changes: Parameters<typeof anOrder>[0] = {}) =>
  anOrder({
    items: [
      { ticketType: "adult", quantity: 2 },
      { ticketType: "child", quantity: 2 },
    ],
    promoCode: "ZOO10",
    status: "paid",
    ...changes,
  } as Parameters<typeof anOrder>[0]);

/** The same, paid online. */
function aPartyPaidOnline() {
  const { id } = aParty({ status: "pending" });
  transaction((tx) => {
    const order = orderById(id);
    addPayment(tx, {
      provider: "demo",
      providerPaymentId: `pay-${id}`,
      order,
      money: { amount: order.totalPaise, currency: "INR" },
      paidAt: Date.now(),
      by: "site",
    });
    changeOrderStatus(tx, "site", order, "paid", { isSettled: true });
  });
  return orderById(id);
}

const refund = (id: string, ...tickets: number[]) => refundTickets(owner(), id, { tickets });
const states = (seq: number) =>
  allTicketsOfOrder(seq)
    .sort((a, b) => a.number - b.number)
    .map(({ voidedAt, refundId }) => (refundId ? "refunded" : voidedAt ? "void" : "valid"));

test("refunded tickets are void, their places free, and the order stays paid as it was sold", () => {
  const before = taken();
  const order = aParty();
  const codes = codesOf(order.seq);

  const after = refund(order.id, 1, 3);

  expect(after).toMatchObject({ status: "paid", ticketCount: 2, totalPaise: order.totalPaise });
  expect(after.lines).toEqual(order.lines);
  expect(taken() - before).toBe(2);
  expect(states(order.seq)).toEqual(["refunded", "valid", "refunded", "valid"]);
  expect(codesOf(order.seq)).toEqual([codes[1], codes[3]]);
  expect(refundsOfOrder(order.seq)).toMatchObject([
    { amount: 2700, state: "succeeded", method: "hand", forTickets: true },
  ]);
});

test("what is left speaks of those who still come", () => {
  const { id, seq } = aParty({ visitDate: LATER });
  const [gone, staying] = codesOf(seq);
  const order = refund(id, 1, 3);

  expect(orderRow(order).tickets).toBe("1 adult, 1 child");
  expect(toIcs(order, "")).toContain("1 adult\\, 1 child");
  rescheduleAsVisitor(id, orderAccessKey(id), {
    visitDate: addDays(LATER, 3),
    visitSlot: "morning",
  });
  expect(taken(addDays(LATER, 3))).toBe(2);
  expect(() => checkIn(owner(), gone!, true)).toThrowError("void");
  const admitted = admitByCode(owner(), staying!, { override: true, party: true });
  expect(admitted).toMatchObject({ admitted: 2, ticket: { number: 2, of: 4, partyOut: 0 } });
});

test("the gate's offline manifest has refunded tickets as void", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(`${toLocalDate()}T15:30:00+05:30`) });
  const { id } = aParty({ visitDate: toLocalDate(), visitSlot: "evening" });
  refund(id, 2);
  const entries = buildOfflineManifest(owner()).tickets;
  const own = entries.filter(({ orderId }) => orderId === id);
  expect(own.map(({ state, of: sold }) => `${state} of ${sold}`)).toEqual([
    "out of 4",
    "void of 4",
    "out of 4",
    "out of 4",
  ]);
});

test("the rest is what the whole refund gives back", () => {
  const order = aParty();
  refund(order.id, 1);
  refund(order.id, 4);
  expect(refundPaise(orderById(order.id))).toBe(5400 - 1800 - 900);

  updateOrderStatus(owner(), order.id, "refunded");
  expect(balanceOf(order.seq)).toBe(0);
  updateOrderStatus(owner(), order.id, "paid");
  expect(balanceOf(order.seq)).toBe(2700);
  expect(activeTicketsOfOrder(order.seq).map(({ number }) => number)).toEqual([2, 3]);
});

test("with people inside, the whole refund is of those outside that were not refunded", () => {
  const order = aParty();
  checkIn(owner(), codesOf(order.seq)[0]!, true);
  refund(order.id, 3);
  expect(refundPaise(orderById(order.id))).toBe(5400 - 1800 - 900);
});

test("what was paid online goes back through the provider, and stays so when the order is paid again", () => {
  const { id, seq } = aPartyPaidOnline();
  expect(previewTicketRefund(owner(), id, [2])).toMatchObject({ amount: 1800, byHand: 0 });
  refund(id, 2);
  expect(refundsOfOrder(seq)).toMatchObject([
    { state: "requested", method: "provider", forTickets: true, amount: 1800 },
  ]);
  expect(orderById(id).refundDue).toBe(false);

  updateOrderStatus(owner(), id, "refunded");
  updateOrderStatus(owner(), id, "paid");
  expect(refundsOfOrder(seq).map(({ state }) => state)).toEqual(["requested", "withdrawn"]);
  expect(balanceOf(seq)).toBe(3600);
});

test.each([
  [[1, 2, 3, 4], "refund the order instead"],
  [[9], "There is no ticket 9"],
])("tickets %j are not refunded: %s", (tickets, message) => {
  const { id } = aParty();
  expect(() => refund(id, ...tickets)).toThrowError(message);
});

test("neither a used ticket nor one of an unpaid order is refunded", () => {
  const { id, seq } = aParty();
  checkIn(owner(), codesOf(seq)[0]!, true);
  expect(() => refund(id, 1)).toThrowError("Ticket 1 has been used");
  expect(() => refund(aParty({ status: "pending" }).id, 1)).toThrowError("paid order");
});

test("the last tickets are not refunded one by one, even when extras are left", () => {
  db.insert(ticketTypes)
    .values({ id: "map", label: "Map", pricePaise: 500, takesPlace: false, position: 9 })
    .run();
  const { id } = aParty({
    items: [
      { ticketType: "adult", quantity: 2 },
      { ticketType: "map", quantity: 1 },
    ],
  });
  expect(refund(id, 1).ticketCount).toBe(1);
  expect(() => refund(id, 2)).toThrowError("refund the order instead");
});

test("a repeated request refunds once, a stale form and a ticket of an earlier refund not at all", () => {
  const { id, seq } = aParty();
  const { updatedAt } = refund(id, 1);
  refund(id, 1);
  expect(refundsOfOrder(seq)).toHaveLength(1);
  expect(() => refund(id, 1, 2)).toThrowError("Ticket 1 is refunded already");
  expect(() => refundTickets(owner(), id, { tickets: [2] }, updatedAt - 1)).toThrowError(
    "Someone else has changed this order",
  );
});

test("each partial refund has its mail, with what stays valid", () => {
  const { id, seq } = aParty();
  refund(id, 1);
  refund(id, 3);
  const mails = db.select().from(outbox).all();
  const parts = mails.filter(({ kind, orderSeq }) => kind === "refundedPart" && orderSeq === seq);
  const texts = parts.map((row) => {
    const mail = loadMail(row)!;
    expect(staleReason(mail, Date.now())).toBeUndefined();
    return toText(renderTemplate(mail));
  });
  expect(texts[0]).toContain("We have given you ₹18 back. No longer valid: adult (ticket 1).");
  expect(texts[1]).toContain("child (ticket 3).");
  expect(texts[1]).toContain("Still valid: 1 adult, 1 child.");
});

test("in whatever order tickets are refunded, the refunds and the rest are the total", () => {
  const price = fc.integer({ min: 1, max: 99_99 });
  fc.assert(
    fc.property(
      fc.array(price, { minLength: 2, maxLength: 30 }),
      fc.nat(100),
      fc.array(fc.nat(29), { maxLength: 30 }),
      (prices, percentOff, picks) => {
        const subtotalPaise = prices.reduce((sum, paise) => sum + paise, 0);
        const totalPaise = Math.round((subtotalPaise * (100 - percentOff)) / 100);
        const order = { subtotalPaise, totalPaise };
        let [part, given] = [0, 0];
        for (const pick of new Set(picks.map((at) => at % prices.length))) {
          const more = part + (prices[pick] ?? 0);
          const share = shareOfTotal(order, more) - shareOfTotal(order, part);
          expect(share).toBeGreaterThanOrEqual(0);
          [part, given] = [more, given + share];
        }
        const rest = shareOfTotal(order, subtotalPaise) - shareOfTotal(order, part);
        expect(given + rest).toBe(totalPaise);
      },
    ),
  );
  const order = aParty();
  expect(ticketShare(orderById(order.id), activeTicketsOfOrder(order.seq))).toBe(order.totalPaise);
});

test("editing with the items that the order has keeps what is left of it", () => {
  const { id } = aParty();
  refundTickets(owner(), id, { tickets: [1] });
  const items = [
    { ticketType: "adult", quantity: 2 },
    { ticketType: "child", quantity: 2 },
  ];

  expect(editOrder(owner(), id, EditOrder.parse({ items })).ticketCount).toBe(3);
  expect(taken()).toBe(3);
});
