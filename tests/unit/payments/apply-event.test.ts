import { describe, expect, test } from "vitest";
import { db } from "db/connection.server";
import { checkoutSessions, orders, outbox, payments, refunds } from "db/schema";
import { transaction } from "db/transaction.server";
import { cancelAsVisitor } from "~/features/booking/visitor-order.server";
import { deleteOrder } from "~/features/orders/delete-order.server";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import { expireOverdue } from "~/features/orders/expire-orders.server";
import { orderAccessKey, orderById } from "~/features/orders/orders.server";
import { availabilityOn } from "~/features/orders/reservations.server";
import { applyProviderEvent } from "~/features/payments/apply-event.server";
import {
  giveBackLateMoney,
  returnLateMoney,
  spendLateMoney,
} from "~/features/payments/late-money.server";
import { balanceOf } from "~/features/payments/ledger.server";
import type { ProviderEvent } from "~/features/payments/provider";
import { activeTicketsOfOrder } from "~/features/tickets/tickets.server";
import { DAY_MS } from "~/lib/dates";
import { setAppSetting } from "~/lib/app-settings.server";
import { anAdmin, anOrder, asStaff, tomorrow } from "../../support/data/factories";

const owner = () => asStaff(anAdmin({ role: "owner" }));
const apply = (...events: ProviderEvent[]) =>
  events.map((event) => transaction((tx) => applyProviderEvent(tx, "demo", event)));

let count = 0;

/** An order with a page open to pay it on, and the event that says that it was paid. */
function anOpenCheckout(changes: Parameters<typeof anOrder>[0] = {}) {
  const order = anOrder(changes);
  const reference = `${order.id}-1`;
  db.insert(checkoutSessions)
    .values({
      reference,
      token: reference,
      orderSeq: order.seq,
      orderId: order.id,
      provider: "demo",
      amount: order.totalPaise,
      currency: "INR",
      state: "open",
      expiresAt: Date.now() + DAY_MS,
      createdAt: 0,
      updatedAt: 0,
    })
    .run();
  const captured = (change: object = {}): ProviderEvent => ({
    type: "captured",
    occurredAt: Date.now(),
    reference,
    paymentId: `pay-${(count += 1)}`,
    money: { amount: order.totalPaise, currency: "INR" },
    method: "card",
    ...change,
  });
  return { order, reference, captured };
}

const ledger = () =>
  db.select({ review: payments.review, amount: payments.amount }).from(payments).all();
const sessions = () => db.select().from(checkoutSessions).all();
const mails = () =>
  db
    .select()
    .from(outbox)
    .all()
    .map(({ kind }) => kind);

/** The hold of a pending order has ended. */
function lapse(id: string) {
  db.update(orders).set({ expiresAt: 1 }).run();
  expireOverdue();
  expect(orderById(id)).toMatchObject({ status: "cancelled" });
}

describe("captured", () => {
  test("pays a pending order, once, however often it is reported", () => {
    const { order, captured } = anOpenCheckout();
    const event = captured();
    expect(apply(event, event)).toEqual(["applied", "ignored"]);

    expect(orderById(order.id).status).toBe("paid");
    expect(ledger()).toEqual([{ review: "", amount: order.totalPaise }]);
    expect(activeTicketsOfOrder(order.seq)).toHaveLength(2);
    expect(sessions()).toMatchObject([{ state: "paid", nextPollAt: null }]);
    expect(mails()).toEqual(["booked", "paid"]);
  });

  test("of a closed page pays all the same: what came later does not un-pay", () => {
    const { order, reference, captured } = anOpenCheckout();
    const closed = { type: "session_closed", how: "expired", reference, occurredAt: 0 } as const;
    apply(closed, captured(), closed);
    expect(orderById(order.id).status).toBe("paid");
    expect(sessions()).toMatchObject([{ state: "paid" }]);
  });

  test("for an unknown reference, or a deleted order, waits for staff", () => {
    const { order, captured } = anOpenCheckout();
    deleteOrder(owner(), order.id);
    apply(captured(), captured({ reference: "ZV-0000-1" }));
    expect(ledger().map(({ review }) => review)).toEqual(["unmatched", "unmatched"]);
  });

  test.each([
    ["amount", { money: { amount: 2_900, currency: "INR" } }],
    ["currency", { money: { amount: 3_000, currency: "USD" } }],
  ])("with another %s does not move the order", (_, change) => {
    const { order, captured } = anOpenCheckout();
    apply(captured(change));
    expect(ledger()).toMatchObject([{ review: "amount" }]);
    expect(orderById(order.id).status).toBe("pending");
  });

  test("for a price that staff have changed since does not move the order", () => {
    const { order, captured } = anOpenCheckout();
    db.update(orders).set({ subtotalPaise: 4_000, totalPaise: 4_000 }).run();
    apply(captured());
    expect([ledger()[0]?.review, orderById(order.id).status]).toEqual(["amount", "pending"]);
  });

  test("for an order that is paid already is a duplicate", () => {
    const { order, captured } = anOpenCheckout();
    updateOrderStatus(owner(), order.id, "paid");
    apply(captured());
    expect(ledger().map(({ review }) => review)).toEqual(["", "duplicate"]);
  });

  test("for an order that lapsed takes its places again, and says that it was late", () => {
    const { order, captured } = anOpenCheckout();
    lapse(order.id);
    apply(captured());
    expect(orderById(order.id).status).toBe("paid");
    expect(availabilityOn(tomorrow())[0]?.booked).toBe(2);
    expect(db.select().from(outbox).all().at(-1)).toMatchObject({
      kind: "paid",
      payload: { isLate: true },
    });
  });

  test("for an order that its visitor or staff ended is theirs to decide", () => {
    const { order, captured } = anOpenCheckout();
    cancelAsVisitor(order.id, orderAccessKey(order.id));
    apply(captured());
    expect([ledger()[0]?.review, orderById(order.id).status]).toEqual(["choice", "cancelled"]);
  });
});

describe("late money for a slot that is sold", () => {
  function late() {
    transaction((tx) => setAppSetting(tx, "default_capacity", 2));
    const { order, captured } = anOpenCheckout();
    lapse(order.id);
    const other = anOrder({ contact: { name: "", email: "b@example.org", phone: "" } });
    apply(captured());
    expect(ledger()).toMatchObject([{ review: "choice" }]);
    expect(mails()).toContain("paidLate");
    return { order, key: orderAccessKey(order.id), other };
  }

  test("pays another slot that its visitor chooses, once", () => {
    const { order, key } = late();
    const visit = { visitDate: tomorrow(), visitSlot: "evening" };
    expect(() => spendLateMoney(order.id, key, { ...visit, visitSlot: "morning" })).toThrowError(
      "Only 0 places left",
    );
    spendLateMoney(order.id, key, visit);
    spendLateMoney(order.id, key, visit);
    expect(orderById(order.id)).toMatchObject({ status: "paid", visitSlot: "evening" });
    expect(ledger()).toMatchObject([{ review: "" }]);
  });

  test("goes back when its visitor wants it, once", () => {
    const { order, key } = late();
    returnLateMoney(order.id, key);
    returnLateMoney(order.id, key);
    expect(db.select().from(refunds).all()).toMatchObject([
      { amount: order.totalPaise, state: "requested", requestedBy: "visitor" },
    ]);
    expect(orderById(order.id)).toMatchObject({ status: "cancelled", refundDue: true });
  });

  test("still goes back when other money pays the order, which needs one of the two", () => {
    const { order, captured } = anOpenCheckout();
    updateOrderStatus(owner(), order.id, "paid");
    updateOrderStatus(owner(), order.id, "cancelled");
    apply(captured());
    returnLateMoney(order.id, orderAccessKey(order.id));

    updateOrderStatus(owner(), order.id, "paid");

    expect(orderById(order.id)).toMatchObject({ status: "paid", refundDue: false });
    expect(db.select().from(refunds).all()).toMatchObject([
      { amount: order.totalPaise, state: "requested", requestedBy: "visitor" },
    ]);
    expect(balanceOf(order.seq)).toBe(order.totalPaise);
  });

  test("goes back by itself after three days, not before", () => {
    late();
    giveBackLateMoney(Date.now() + 60_000);
    expect(db.select().from(refunds).all()).toEqual([]);
    giveBackLateMoney(Date.now() + 3.1 * DAY_MS);
    expect(db.select().from(refunds).all()).toMatchObject([{ requestedBy: "site" }]);
  });

  test("is spent by staff who mark the order paid", () => {
    const { order, other } = late();
    updateOrderStatus(owner(), other.id, "cancelled");
    updateOrderStatus(owner(), order.id, "paid");
    expect(ledger()).toEqual([{ review: "", amount: order.totalPaise }]);
  });
});

test("of two late payments for one order that is then paid, the second is one too many", () => {
  const { order, captured } = anOpenCheckout();
  updateOrderStatus(owner(), order.id, "cancelled");
  apply(captured(), captured());
  updateOrderStatus(owner(), order.id, "paid");
  expect(ledger()).toEqual([
    { review: "", amount: order.totalPaise },
    { review: "duplicate", amount: order.totalPaise },
  ]);
});

describe("refunds", () => {
  const refundOf = (paymentId: string, change: object = {}): ProviderEvent => ({
    type: "refund",
    paymentId,
    refundId: "rfnd-1",
    money: { amount: 3_000, currency: "INR" },
    state: "succeeded",
    occurredAt: Date.now(),
    ...change,
  });
  const allRefunds = () => db.select().from(refunds).all();

  test("that the site requested end the debt, whoever reports them and how often", () => {
    const { order, captured } = anOpenCheckout();
    apply(captured({ paymentId: "p" }));
    updateOrderStatus(owner(), order.id, "refunded");
    const [{ reference } = { reference: "" }] = allRefunds();
    apply(
      refundOf("p", { reference, state: "succeeded" }),
      refundOf("p", { reference, state: "pending" }),
      refundOf("p"),
    );
    expect(allRefunds()).toMatchObject([{ state: "succeeded", providerRefundId: "rfnd-1" }]);
    expect(orderById(order.id).refundDue).toBe(false);
  });

  test("that were made at the provider are taken over, and settle money that nobody wanted", () => {
    const { order, captured } = anOpenCheckout();
    updateOrderStatus(owner(), order.id, "paid");
    apply(captured({ paymentId: "twice" }), refundOf("twice"));
    expect(allRefunds()).toMatchObject([{ requestedBy: "provider", state: "succeeded" }]);
    expect(ledger().map(({ review }) => review)).toEqual(["", ""]);
  });

  test("are rows of their own, even two under one reference or one name for two payments", () => {
    const { captured } = anOpenCheckout();
    const reference = "refund-x-1";
    apply(captured({ paymentId: "p" }), captured({ paymentId: "q" }));
    const half = { money: { amount: 1_000, currency: "INR" }, reference };
    apply(refundOf("p", half), refundOf("p", { ...half, refundId: "rfnd-2" }), refundOf("q", half));
    apply(refundOf("p", half), refundOf("p", { ...half, refundId: "rfnd-2" }), refundOf("q", half));
    expect(allRefunds()).toMatchObject([
      { paymentId: 1, providerRefundId: "rfnd-1" },
      { paymentId: 1, providerRefundId: "rfnd-2" },
      { paymentId: 2, providerRefundId: "rfnd-1" },
    ]);
  });

  test("of a payment that is not here yet are applied later", () => {
    expect(() => apply(refundOf("nobody"))).toThrowError("a payment that is not here");
  });

  test("a lost dispute takes the money, one that is won does not", () => {
    const { captured } = anOpenCheckout();
    apply(captured({ paymentId: "p" }));
    const money = { amount: 3_000, currency: "INR" };
    const dispute = { type: "dispute", paymentId: "p", money, occurredAt: 0 } as const;
    apply({ ...dispute, state: "open" });
    expect(ledger()).toMatchObject([{ review: "dispute" }]);
    apply({ ...dispute, state: "won" });
    expect([ledger()[0]?.review, allRefunds()]).toEqual(["", []]);
    const lost = [
      { ...dispute, state: "open" },
      { ...dispute, state: "lost" },
    ] as const;
    apply(...lost, ...lost); // a bank may open it again
    expect(allRefunds()).toMatchObject([{ requestedBy: "provider", amount: 3_000 }]);
  });
});
