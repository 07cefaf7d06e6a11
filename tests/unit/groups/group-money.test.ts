import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { transaction } from "db/transaction.server";
import { env } from "~/env.server";
import { rescheduleAsVisitor } from "~/features/booking/visitor-order.server";
import { duePaise } from "~/features/groups/group-orders.server";
import { RecordPart } from "~/features/groups/group.schema";
import { recordPartPayment } from "~/features/groups/part-payments.server";
import { deleteOrder } from "~/features/orders/delete-order.server";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import { expireUnpaid } from "~/features/orders/expire-orders.server";
import { cancelUnpaid } from "~/features/orders/list/cancel-unpaid.server";
import { ListOrders } from "~/features/orders/list/order-list.schema";
import { orderAccessKey, orderById } from "~/features/orders/orders.server";
import { markRefundPaid } from "~/features/orders/refunds-due.server";
import { paymentsOfOrder } from "~/features/payments/ledger.server";
import { acceptPayment } from "~/features/reconcile/decide-payment.server";
import { confirmTransfer } from "~/features/reconcile/decide-transfer.server";
import { judgePayment } from "~/features/payments/receive-payment.server";
import { giveReference } from "~/features/transfers/give-reference.server";
import { slotEnd } from "~/features/slots/slot-times.server";
import { addDays } from "~/lib/dates";
import { anAdmin, anOrder, asStaff, tomorrow } from "../../support/data/factories";
import { aGroupOrder } from "../../support/data/groups";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  env.UPI_VPA = "zoo@upi";
});
afterEach(() => {
  vi.useRealTimers();
  delete env.UPI_VPA;
});

const owner = () => asStaff(anAdmin({ role: "owner" }));
const pay = (id: string, rupees: number) =>
  recordPartPayment(
    owner(),
    id,
    RecordPart.parse({ amount: String(rupees), method: "bank", reference: "" }),
  );
const expireAt = (at: number) => {
  vi.setSystemTime(at);
  transaction((tx) => expireUnpaid(tx, at));
};
const day = () => addDays(tomorrow(), 10);
const later = () => addDays(day(), 3);

describe("a group that its visitor moves", () => {
  const moved = (id: string, visitDate = later()) =>
    rescheduleAsVisitor(id, orderAccessKey(id), { visitDate, visitSlot: "morning" });

  test("keeps its places until the new slot ends once a part is paid", () => {
    const { id } = aGroupOrder({ visitDate: day(), holdUntil: addDays(tomorrow(), 3) });
    pay(id, 300);
    moved(id);
    expireAt(slotEnd(day(), "morning") + 1);
    expect(orderById(id).status).toBe("pending");
    expireAt(slotEnd(later(), "morning") + 1);
    expect(orderById(id).status).toBe("cancelled");
  });

  test("is held no longer than was agreed while nothing is paid", () => {
    const holdUntil = addDays(tomorrow(), 3);
    const { id } = aGroupOrder({ visitDate: day(), holdUntil, paymentMethod: "cash" });
    const { expiresAt } = orderById(id);
    moved(id);
    expect(orderById(id).expiresAt).toBe(expiresAt);
  });
});

describe("money that comes for a group", () => {
  const transfer = (id: string, seq: number, paise: number) => {
    giveReference(id, orderAccessKey(id), "103608848276");
    confirmTransfer(owner(), seq, paise);
  };
  const reviewed = (seq: number) => paymentsOfOrder(seq).find(({ review }) => review !== "")!;

  test("is a part when staff accept less than is due, and pays the order with the last of it", () => {
    const { id, seq } = aGroupOrder({ visitDate: day(), holdUntil: addDays(tomorrow(), 3) });
    transfer(id, seq, 20_000);
    acceptPayment(owner(), reviewed(seq).id);
    expect(orderById(id)).toMatchObject({
      status: "pending",
      expiresAt: slotEnd(day(), "morning"),
    });
    expect(duePaise(orderById(id))).toBe(35_000);
    pay(id, 350);
    expect(orderById(id).status).toBe("paid");
  });

  test("pays an order of visitors as before, whatever its price", () => {
    const { id, seq } = anOrder();
    transfer(id, seq, 1_000);
    acceptPayment(owner(), reviewed(seq).id);
    expect(orderById(id).status).toBe("paid");
  });

  test("does not pay an order that lapsed when it is less than what is missing by then", () => {
    const { id, seq } = aGroupOrder({ visitDate: day(), holdUntil: addDays(tomorrow(), 3) });
    pay(id, 300);
    expireAt(slotEnd(day(), "morning") + 1);
    const asked = { amount: 25_000, currency: "INR" };
    expect(judgePayment(orderById(id), asked, asked).review).toBe("");
    markRefundPaid(owner(), id);
    expect(paymentsOfOrder(seq)).toHaveLength(1);
    expect(judgePayment(orderById(id), asked, asked)).toEqual({
      review: "amount",
      note: "₹550 was to be paid",
    });
  });
});

test("cancelling all unpaid orders of a list leaves those of groups, which have a day of their own", () => {
  const group = aGroupOrder();
  const other = anOrder();
  const list = ListOrders.parse({ status: "pending" });
  expect(cancelUnpaid(owner(), list, other.seq + 1)).toEqual({ cancelled: 1, left: 0 });
  expect(orderById(other.id).status).toBe("cancelled");
  expect(orderById(group.id).status).toBe("pending");
});

test("an order with a part of its price is cancelled before it is deleted, so that the part is listed as due", () => {
  const { id } = aGroupOrder();
  pay(id, 300);
  expect(() => deleteOrder(owner(), id)).toThrow("₹300 has been paid for it: cancel it first");
  updateOrderStatus(owner(), id, "cancelled");
  expect(orderById(id).refundDue).toBe(true);
  deleteOrder(owner(), id);
  expect(() => orderById(id)).toThrow();
});
