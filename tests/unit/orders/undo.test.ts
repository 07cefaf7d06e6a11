import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db } from "db/connection.server";
import { lockedDays, orders, outbox, payments, refunds, undoableChanges } from "db/schema";
import { transaction } from "db/transaction.server";
import { listAudit } from "~/features/audit/audit-log.server";
import { changeCapacity } from "~/features/capacity/change-capacity.server";
import { checkIn } from "~/features/gate/check-in.server";
import { claimNext, markSent } from "~/features/mail/delivery.server";
import { editOrder, updateOrderStatus } from "~/features/orders/edit-order.server";
import type { OrderStatus } from "~/features/orders/order-status";
import { changeOrderStatus } from "~/features/orders/order-status.server";
import { orderById } from "~/features/orders/orders.server";
import { refundTickets } from "~/features/orders/refund-tickets.server";
import { markRefundPaid } from "~/features/orders/refunds-due.server";
import { availabilityOn } from "~/features/orders/reservations.server";
import { purgeUndoableChanges, undoStatusChange } from "~/features/orders/undo/undo-status.server";
import {
  addPayment,
  balanceOf,
  paymentsOfOrder,
  refundsOfOrder,
} from "~/features/payments/ledger.server";
import { allTicketsOfOrder } from "~/features/tickets/tickets.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { anAdmin, anOrder, asStaff, codesOf, tomorrow } from "../../support/data/factories";

const staff = asStaff(anAdmin({ role: "owner" }));

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterEach(() => void vi.useRealTimers());
const wait = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

/** An order of yesterday's work, whose mails have gone. */
function anOldOrder(status: OrderStatus = "pending") {
  const { id } = anOrder({ status });
  db.update(outbox).set({ state: "sent", attempts: 1 }).run();
  wait(3600);
  return orderById(id);
}

function press(id: string, next: OrderStatus) {
  updateOrderStatus(staff, id, next, { isUndoable: true });
  wait(1);
}

const undo = (id: string) => undoStatusChange(staff, id);
const taken = () => availabilityOn(tomorrow())[0]?.booked ?? 0;
const mailsOf = (seq: number) =>
  db
    .select()
    .from(outbox)
    .where(eq(outbox.orderSeq, seq))
    .all()
    .filter(({ state }) => state === "waiting")
    .map(({ kind }) => kind);
const withoutTime = (id: string) => ({ ...orderById(id), updatedAt: 0 });

/** Paid at a provider, not by staff. */
function anOrderPaidOnline() {
  const order = anOldOrder();
  addOnlinePayment(order.id);
  transaction((tx) => changeOrderStatus(tx, "site", order, "paid", { isSettled: true }));
  wait(3600);
  return orderById(order.id);
}

const addOnlinePayment = (id: string) =>
  transaction((tx) =>
    addPayment(tx, {
      provider: "demo",
      providerPaymentId: `pay-${id}-${paymentsOfOrder(orderById(id).seq).length}`,
      order: orderById(id),
      money: { amount: orderById(id).totalPaise, currency: "INR" },
      paidAt: Date.now(),
      by: "site",
    }),
  );

test.each([
  ["pending", "paid"],
  ["cancelled", "paid"],
  ["refunded", "paid"],
  ["pending", "cancelled"],
  ["paid", "cancelled"],
  ["refunded", "cancelled"],
  ["paid", "refunded"],
] as const)("%s → %s is undone with places, tickets, money and mail", (before, after) => {
  const { id, seq } = anOldOrder(before);
  db.update(orders).set({ network: "2001:db8::" }).where(eq(orders.id, id)).run();
  const [order, places, codes, balance] = [withoutTime(id), taken(), codesOf(seq), balanceOf(seq)];

  press(id, after);
  expect(mailsOf(seq)).toEqual([after]);
  undo(id);

  expect(withoutTime(id)).toEqual(order);
  expect([taken(), codesOf(seq), balanceOf(seq), mailsOf(seq)]).toEqual([
    places,
    codes,
    balance,
    [],
  ]);
  const [newest] = listAudit(staff, { target: `order ${id}`, limit: 1 }).items;
  expect(newest).toMatchObject({ action: "order.undo", actorId: staff.id });
});

test("an undone Mark Paid stays in the ledger, and counts nothing on its day", () => {
  const { id, seq } = anOldOrder();
  press(id, "paid");
  const [payment] = paymentsOfOrder(seq);
  undo(id);

  const { amount, day } = payment!;
  expect(paymentsOfOrder(seq)).toEqual([payment]);
  expect(refundsOfOrder(seq)).toMatchObject([
    { paymentId: payment?.id, amount, day, method: "hand", state: "succeeded", reason: "Undone" },
  ]);
  expect(allTicketsOfOrder(seq).every(({ voidedAt }) => voidedAt !== null)).toBe(true);
  press(id, "paid");
  expect(balanceOf(seq)).toBe(orderById(id).totalPaise);
});

test("an undone refund by hand comes back on the day on which it went", () => {
  const { id, seq } = anOldOrder("paid");
  press(id, "refunded");
  undo(id);
  const [refund] = refundsOfOrder(seq);
  expect(refund).toMatchObject({
    state: "withdrawn",
    day: toLocalDate(),
    returnedDay: toLocalDate(),
  });
});

test("a refund by a provider waits until nobody can undo it any more", () => {
  const { id, seq } = anOrderPaidOnline();
  const pressedAt = Date.now();
  press(id, "refunded");
  expect(refundsOfOrder(seq)).toMatchObject([
    { state: "requested", nextAttemptAt: pressedAt + 10_000 },
  ]);
  undo(id);
  expect(refundsOfOrder(seq)).toMatchObject([{ state: "withdrawn", day: null, returnedDay: null }]);
  expect(orderById(id)).toMatchObject({ status: "paid", refundDue: false });
});

test("a refund that a provider knows of is not undone", () => {
  const { id, seq } = anOrderPaidOnline();
  press(id, "refunded");
  db.update(refunds).set({ attempts: 1 }).where(eq(refunds.orderSeq, seq)).run();
  expect(() => undo(id)).toThrowError(`The refund of order ${id} is on its way already`);
  expect(orderById(id).status).toBe("refunded");
});

test("an undone Mark Paid requests the refund again that it withdrew", () => {
  const { id, seq } = anOrderPaidOnline();
  updateOrderStatus(staff, id, "refunded");
  wait(1);
  press(id, "paid");
  expect(refundsOfOrder(seq).map(({ state }) => state)).toEqual(["withdrawn"]);
  undo(id);
  expect(refundsOfOrder(seq).map(({ state }) => state)).toEqual(["withdrawn", "requested"]);
  expect(orderById(id)).toMatchObject({ status: "refunded", refundDue: true });
});

test("an undone Mark Paid leaves late money to be decided about as before", () => {
  const { id, seq } = anOldOrder("cancelled");
  const payment = addOnlinePayment(id);
  const choice = { review: "choice", reviewNote: "Too late" } as const;
  db.update(payments).set(choice).where(eq(payments.id, payment.id)).run();
  press(id, "paid");
  expect(paymentsOfOrder(seq)).toMatchObject([{ review: "" }]);
  undo(id);
  expect(paymentsOfOrder(seq)).toMatchObject([choice]);
});

test("money that has come since is not taken for that of the change", () => {
  const { id } = anOldOrder();
  press(id, "paid");
  addOnlinePayment(id);
  expect(() => undo(id)).toThrowError("Money has moved since");
  expect(orderById(id).status).toBe("paid");
});

test("a day whose takings were locked since is not changed", () => {
  const { id } = anOldOrder();
  press(id, "paid");
  const day = toLocalDate();
  db.insert(lockedDays).values({ day, lockedBy: staff.id, lockedAt: Date.now() }).run();
  expect(() => undo(id)).toThrowError(/takings of .* are locked/);
});

test("tickets that were refunded one by one stay refunded", () => {
  const { id, seq } = anOldOrder("paid");
  refundTickets(staff, id, { tickets: [1] });
  wait(1);
  const [order, codes] = [withoutTime(id), codesOf(seq)];
  press(id, "refunded");
  undo(id);
  expect([withoutTime(id), codesOf(seq)]).toEqual([order, codes]);
});

test("only the same person undoes, within 15 seconds, what has not changed since", () => {
  const { id } = anOldOrder();
  const other = asStaff(anAdmin({ role: "owner" }));
  press(id, "paid");
  expect(() => undoStatusChange(other, id)).toThrowError("It has changed since");
  wait(14);
  expect(undo(id).status).toBe("pending");

  press(id, "cancelled");
  wait(14.1);
  expect(() => undo(id)).toThrowError(`It is too late to undo this: order ${id} is cancelled`);

  press(id, "paid");
  editOrder(staff, id, { contact: { name: "Asha R" } });
  expect(() => undo(id)).toThrowError(`It has changed since: order ${id} is paid`);

  updateOrderStatus(staff, id, "cancelled"); // as the API does
  expect(() => undo(id)).toThrowError("It has changed since");
});

test("a second press changes nothing", () => {
  const { id, seq } = anOldOrder();
  press(id, "paid");
  undo(id);
  const [order, given] = [orderById(id), refundsOfOrder(seq)];
  expect(undo(id)).toEqual(order);
  expect(refundsOfOrder(seq)).toEqual(given);
});

test("places that are gone meanwhile are not taken again", () => {
  const { id, visitDate: day } = anOldOrder("paid");
  press(id, "cancelled");
  const places = { morning: taken() + 1, afternoon: null, evening: null };
  changeCapacity(staff, { what: "day", day, places, note: "" }, { hit: Infinity });
  expect(() => undo(id)).toThrowError("Only 1 place left in this slot");
  expect(orderById(id).status).toBe("cancelled");
});

test("a ticket that somebody has come in with is not taken back", () => {
  const { id, seq } = anOldOrder();
  press(id, "paid");
  checkIn(staff, codesOf(seq)[0]!, true);
  expect(() => undo(id)).toThrowError("Somebody has come in");
  expect(orderById(id).status).toBe("paid");
});

test("a mail about a change waits ten seconds; by the API it goes at once", () => {
  const { id } = anOldOrder();
  press(id, "paid");
  expect(claimNext()).toBeNull();
  wait(9);
  expect(claimNext()).toMatchObject({ kind: "paid" });
  updateOrderStatus(staff, id, "refunded");
  expect(claimNext()).toMatchObject({ kind: "refunded" });
});

test("after a mail that has gone already another says how things are", () => {
  const { id, seq } = anOldOrder();
  press(id, "paid");
  wait(9);
  const mail = claimNext();
  if (mail && mail !== "more") markSent(mail);
  undo(id);
  expect(mailsOf(seq)).toEqual(["booked"]);
});

test("a mail that was overtaken by the change is sent after all", () => {
  const { id, seq } = anOrder();
  press(id, "paid");
  claimNext();
  expect(mailsOf(seq)).toEqual(["paid"]);
  undo(id);
  expect(mailsOf(seq)).toEqual(["booked"]);
});

test("Mark refund as paid ends the undoing of a cancellation", () => {
  const { id } = anOldOrder("paid");
  press(id, "cancelled");
  markRefundPaid(staff, id);
  expect(() => undo(id)).toThrowError("It has changed since");
});

test("what cannot be undone any more is not stored", () => {
  const { id } = anOldOrder();
  press(id, "paid");
  purgeUndoableChanges();
  expect(db.select().from(undoableChanges).all()).toHaveLength(1);
  wait(15);
  purgeUndoableChanges();
  expect(db.select().from(undoableChanges).all()).toEqual([]);
});
