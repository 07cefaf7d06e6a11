import { expect, test } from "vitest";
import { db, sqlite } from "db/connection.server";
import { lockedDays, paymentEvents, payments, refunds } from "db/schema";
import { transaction } from "db/transaction.server";
import { deleteOrder } from "~/features/orders/delete-order.server";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import { orderById } from "~/features/orders/orders.server";
import { markRefundPaid, updateRefundDue } from "~/features/orders/refunds-due.server";
import {
  addPayment,
  addRefund,
  balanceOf,
  moveRefund,
  refundsOfOrder,
} from "~/features/payments/ledger.server";
import { changeOrderStatus } from "~/features/orders/order-status.server";
import { erasePerson } from "~/features/privacy/erase-person.server";
import { addDays } from "~/lib/dates";
import { toLocalDate } from "~/lib/time-zone.server";
import { anAdmin, anOrder, asStaff } from "../../support/data/factories";

const owner = () => asStaff(anAdmin({ role: "owner" }));
const today = () => toLocalDate();
const allPayments = () => db.select().from(payments).all();
const allRefunds = () => db.select().from(refunds).all();

/** An order that its visitor paid online. */
function anOrderPaidOnline() {
  const { id } = anOrder();
  transaction((tx) => {
    const order = orderById(id);
    const money = { amount: order.totalPaise, currency: "INR" };
    addPayment(tx, {
      provider: "demo",
      providerPaymentId: `pay-${id}`,
      order,
      money,
      paidAt: Date.now(),
      by: "site",
    });
    changeOrderStatus(tx, "site", order, "paid", { isSettled: true });
  });
  return orderById(id);
}

test("Mark Paid writes the price as money taken by hand, by whom and on which day", () => {
  const staff = owner();
  const order = anOrder();
  updateOrderStatus(staff, order.id, "paid");
  updateOrderStatus(staff, order.id, "paid");

  expect(allPayments()).toMatchObject([
    {
      provider: "manual",
      amount: order.totalPaise,
      method: "upi",
      recordedBy: staff.id,
      day: today(),
      receiptNumber: 1,
    },
  ]);
});

test("Refund gives by hand what came by hand, at once, and Mark Paid takes it again", () => {
  const order = anOrder({ status: "refunded" });
  expect(allRefunds()).toMatchObject([
    { state: "succeeded", method: "hand", amount: order.totalPaise, day: today() },
  ]);

  updateOrderStatus(owner(), order.id, "paid");
  expect(allPayments()).toHaveLength(2);
  expect(balanceOf(order.seq)).toBe(order.totalPaise);
});

test("money that is still to be given back by hand goes when staff say so", () => {
  const order = anOrder({ status: "paid" });
  updateOrderStatus(owner(), order.id, "cancelled");
  expect(allRefunds()).toEqual([]);

  markRefundPaid(owner(), order.id);
  expect(allRefunds()).toMatchObject([{ state: "succeeded", amount: order.totalPaise }]);
});

test("paid again before the money went, an order needs no second payment", () => {
  const order = anOrder({ status: "paid" });
  updateOrderStatus(owner(), order.id, "cancelled");
  updateOrderStatus(owner(), order.id, "paid");
  expect(allPayments()).toHaveLength(1);
});

test("an order paid before there was a ledger is refunded all the same", () => {
  const order = anOrder({ status: "paid" });
  sqlite.exec("DROP TRIGGER payments_are_kept; DELETE FROM payments");
  updateOrderStatus(owner(), order.id, "cancelled");
  updateOrderStatus(owner(), order.id, "paid");
  expect(allPayments()).toEqual([]);

  updateOrderStatus(owner(), order.id, "refunded");
  expect(allRefunds()).toMatchObject([
    { paymentId: null, amount: order.totalPaise, state: "succeeded" },
  ]);
});

test("what came from a provider goes back through it, and is due until it has", () => {
  const order = anOrderPaidOnline();
  updateOrderStatus(owner(), order.id, "refunded");
  expect(orderById(order.id).refundDue).toBe(true);
  const [refund] = refundsOfOrder(order.seq);
  expect(refund).toMatchObject({ state: "requested", method: "provider", day: null });
  expect(() => markRefundPaid(owner(), order.id)).toThrowError("on its way already");

  transaction((tx) => {
    moveRefund(tx, refund!, { state: "succeeded" });
    updateRefundDue(tx, order.id);
  });
  expect(orderById(order.id).refundDue).toBe(false);
  expect(refundsOfOrder(order.seq)).toMatchObject([{ day: today(), creditNoteNumber: 1 }]);
});

test("a refund that nobody has sent yet is withdrawn when the order is paid again", () => {
  const order = anOrderPaidOnline();
  updateOrderStatus(owner(), order.id, "refunded");
  updateOrderStatus(owner(), order.id, "paid");
  expect(refundsOfOrder(order.seq)).toMatchObject([{ state: "withdrawn", day: null }]);
  expect(allPayments()).toHaveLength(1);
});

test("a refund that fails leaves the money due; one that the bank returns counts on the day it came back", () => {
  const order = anOrderPaidOnline();
  updateOrderStatus(owner(), order.id, "refunded");
  transaction((tx) => {
    const sent = moveRefund(tx, refundsOfOrder(order.seq)[0]!, { state: "succeeded" });
    const late = moveRefund(tx, sent, { state: "pending" });
    expect(late.state).toBe("succeeded");
    moveRefund(tx, late, { state: "failed" });
    updateRefundDue(tx, order.id);
  });
  expect(refundsOfOrder(order.seq)).toMatchObject([
    { state: "failed", day: today(), returnedDay: today() },
  ]);
  expect(balanceOf(order.seq)).toBe(order.totalPaise);
});

test("refunds never exceed their payment", () => {
  const order = anOrderPaidOnline();
  const [payment] = allPayments();
  const add = (amount: number) =>
    transaction((tx) => addRefund(tx, { payment: payment!, order, amount, by: "site" }));
  add(order.totalPaise - 1);
  expect(() => add(2)).toThrowError("refunds would exceed the payment");
});

test.each([
  "DELETE FROM payments",
  "UPDATE payments SET amount = 1",
  "UPDATE payments SET day = '2020-01-01'",
  "DELETE FROM refunds",
  "UPDATE refunds SET amount = 1",
  "UPDATE refunds SET day = '2020-01-01'",
  "UPDATE refunds SET state = 'requested'",
])("the database rejects %s", (statement) => {
  anOrder({ status: "refunded" });
  expect(() => sqlite.exec(statement)).toThrowError();
});

test("nothing is added to a locked day: what comes counts on the next", () => {
  db.insert(lockedDays)
    .values([today(), addDays(today(), 1)].map((day) => ({ day, lockedBy: "a", lockedAt: 0 })))
    .run();
  anOrder({ status: "refunded" });
  const next = addDays(today(), 2);
  expect([allPayments()[0]?.day, allRefunds()[0]?.day]).toEqual([next, next]);
});

test("receipts and credit notes are numbered from 1 without gaps, also after a deleted order", () => {
  const first = anOrder({ status: "refunded" });
  deleteOrder(owner(), first.id);
  anOrder({ status: "refunded" });
  expect(allPayments().map(({ receiptNumber }) => receiptNumber)).toEqual([1, 2]);
  expect(allRefunds().map(({ creditNoteNumber }) => creditNoteNumber)).toEqual([1, 2]);
  expect(allPayments()[0]).toMatchObject({ orderSeq: null, orderId: first.id });
});

test("an order whose money came from a provider is deleted only after it went back", () => {
  const { id } = anOrderPaidOnline();
  expect(() => deleteOrder(owner(), id)).toThrowError("It was paid online: refund it first");
});

test("what providers sent about people goes when one of them is erased", () => {
  const order = anOrder({ status: "cancelled" });
  const event = { provider: "demo", eventId: "1", type: "captured", bodyHash: "h" } as const;
  db.insert(paymentEvents)
    .values({ ...event, body: Buffer.from("{}"), state: "applied", receivedAt: 0 })
    .run();
  erasePerson(owner(), order.contactEmail);
  expect(db.select().from(paymentEvents).all()).toMatchObject([{ body: null }]);
});
