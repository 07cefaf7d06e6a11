import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "db/connection.server";
import { audit, orders, outbox, payments, refunds } from "db/schema";
import { transaction } from "db/transaction.server";
import { env } from "~/env.server";
import { ownOrderView } from "~/features/booking/visitor-order.presenter.server";
import { deleteOrder } from "~/features/orders/delete-order.server";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import { expireUnpaid } from "~/features/orders/expire-orders.server";
import { orderAccessKey, orderById } from "~/features/orders/orders.server";
import { markRefundPaid } from "~/features/orders/refunds-due.server";
import { staffOrderView } from "~/features/orders/staff-order.presenter.server";
import { undoStatusChange } from "~/features/orders/undo/undo-status.server";
import { giveBackLateMoney } from "~/features/payments/late-money.server";
import { acceptPayment, refundPayment } from "~/features/reconcile/decide-payment.server";
import { confirmTransfer, rejectTransfer } from "~/features/reconcile/decide-transfer.server";
import { findRows } from "~/features/reconcile/find-rows.server";
import { setRefundDuplicates } from "~/features/reconcile/provider-calls.server";
import { reconcileView } from "~/features/reconcile/reconcile.presenter.server";
import { giveReference } from "~/features/transfers/give-reference.server";
import { GivenReference, ReceivedAmount } from "~/features/transfers/transfer.schema";
import { DAY_MS } from "~/lib/dates";
import { anAdmin, anOrder, asStaff } from "../../support/data/factories";

const owner = () => asStaff(anAdmin({ role: "owner", name: "Asha Rao" }));
const colleague = () => asStaff(anAdmin({ name: "Kabir Singh" }));

const FIRST = "103608848276";
const SECOND = "103608848277";

type Order = { id: string; seq: number };

const give = ({ id }: Order, reference = FIRST) => giveReference(id, orderAccessKey(id), reference);
const kinds = () => findRows(owner()).map(({ kind }) => kind);
const statusOf = ({ id }: Order) => orderById(id).status;
const allPayments = () => db.select().from(payments).all();
const mails = () => {
  const rows = db.select().from(outbox).all();
  return rows.map(({ kind }) => kind);
};
const view = ({ id }: Order) =>
  ownOrderView(new Request(`http://localhost/order/${id}/${orderAccessKey(id)}`), orderById(id));
const lapse = () => transaction((tx) => expireUnpaid(tx, Date.now() + DAY_MS + 1));

const { UPI_VPA } = env;
beforeEach(() => void (env.UPI_VPA = "zoo@upi"));
afterEach(() => {
  vi.useRealTimers();
  env.UPI_VPA = UPI_VPA;
});

describe("a reference as it is typed", () => {
  test.each(["1036 0884 8276", "1036-0884-8276", " 103608848276 ", "１０３６０８８４８２７６"])(
    "%s is read",
    (upiReference) => {
      expect(GivenReference.parse({ upiReference })).toEqual({ upiReference: FIRST });
    },
  );

  test.each(["", "10360884827", "1036088482761", "T10360884827", undefined])(
    "%s is refused",
    (upiReference) => {
      const { error } = GivenReference.safeParse({ upiReference });
      expect(error?.issues[0]).toMatchObject({
        path: ["upiReference"],
        message: "Enter the 12 digits of the UPI reference",
      });
    },
  );

  test.each([
    ["40", 40_00],
    ["1,234.5", 1234_50],
    ["₹ 250.05", 250_05],
  ])("an amount of %s is read", (amount, paise) => {
    expect(ReceivedAmount.parse({ amount }).amount).toBe(paise);
  });

  test.each(["", "0", "-4", "1.234", "12345678"])("an amount of %s is refused", (amount) => {
    expect(ReceivedAmount.safeParse({ amount }).success).toBe(false);
  });
});

describe("a visitor's reference", () => {
  test("is shown to its visitor, to staff, and on Reconcile", () => {
    const order = anOrder();
    expect(view(order).upi).toMatchObject({ given: null });
    give(order);
    expect(view(order).upi?.given).toEqual({ reference: FIRST, isNotFound: false });
    expect(staffOrderView(new Request("http://localhost/"), owner(), order.id).transfer).toEqual({
      ...{ given: FIRST, waiting: FIRST, isNotFound: false },
    });
    expect(findRows(owner())).toMatchObject([
      { kind: "transfer", id: order.seq, orderId: order.id, note: `UPI reference ${FIRST}` },
    ]);
  });

  test("is corrected while the order is pending", () => {
    const order = anOrder();
    give(order);
    give(order, SECOND);
    expect(view(order).upi?.given?.reference).toBe(SECOND);
    lapse();
    expect(() => give(order)).toThrowError("This booking is cancelled already");
  });

  test("is taken only for an order that is paid by UPI, where the zoo has an address", () => {
    const message = "This booking is not paid by UPI transfer";
    expect(() => give(anOrder({ paymentMethod: "cash" }))).toThrowError(message);
    env.UPI_VPA = undefined;
    expect(() => give(anOrder())).toThrowError(message);
  });

  test("needs the key of the order", () => {
    expect(() => giveReference(anOrder().id, "0".repeat(26), FIRST)).toThrowError("not found");
  });

  test("is refused when another order has it, waiting or paid", () => {
    const order = anOrder();
    give(order);
    const message = "Another booking has this reference";
    expect(() => give(anOrder())).toThrowError(message);
    confirmTransfer(owner(), order.seq, order.totalPaise);
    expect(() => give(anOrder())).toThrowError(message);
  });

  test("stays on the page of an order that lapsed", () => {
    const order = anOrder();
    give(order);
    lapse();
    expect(view(order).paymentNotice).toContain("The zoo looks for the money");
    expect(kinds()).toEqual(["transfer"]);
  });
});

describe("money that has come", () => {
  test("pays the order with the reference, once", () => {
    const order = anOrder();
    give(order);
    const staff = colleague();
    confirmTransfer(staff, order.seq, order.totalPaise);
    confirmTransfer(staff, order.seq, order.totalPaise);
    expect(statusOf(order)).toBe("paid");
    expect(allPayments()).toMatchObject([
      { provider: "upi", providerPaymentId: FIRST, amount: order.totalPaise, review: "" },
    ]);
    expect(kinds()).toEqual([]);
    expect(() => confirmTransfer(owner(), order.seq, order.totalPaise)).toThrowError(
      "Kabir Singh has recorded that the money has come already",
    );
    expect(mails()).toContain("paid");
    const actions = db.select().from(audit).all();
    expect(actions.map(({ action }) => action)).toContain("payment.transfer");
  });

  test("of another amount is decided about", () => {
    const order = anOrder();
    give(order);
    confirmTransfer(owner(), order.seq, order.totalPaise - 100);
    expect(statusOf(order)).toBe("pending");
    expect(kinds()).toEqual(["amount"]);
    acceptPayment(owner(), allPayments()[0]!.id);
    expect(statusOf(order)).toBe("paid");
  });

  test("takes the free places again when the order has lapsed", () => {
    const order = anOrder();
    give(order);
    lapse();
    confirmTransfer(owner(), order.seq, order.totalPaise);
    expect(statusOf(order)).toBe("paid");
  });

  test("too late for the visit is for the visitor to decide, and goes back by hand", () => {
    const order = anOrder();
    give(order);
    lapse();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3 * DAY_MS });
    confirmTransfer(owner(), order.seq, order.totalPaise);
    expect(kinds()).toEqual(["choice"]);
    expect(() => acceptPayment(owner(), allPayments()[0]!.id)).toThrowError("The visit is over");
    giveBackLateMoney();
    expect(orderById(order.id).refundDue).toBe(true);
    expect(db.select().from(refunds).all()).toEqual([]); // nobody has given it yet
    markRefundPaid(owner(), order.id);
    expect(db.select().from(refunds).all()).toMatchObject([
      { amount: order.totalPaise, state: "succeeded", method: "hand" },
    ]);
  });

  test("for an order that is paid already goes back by hand, never by itself", () => {
    setRefundDuplicates(owner(), true);
    const order = anOrder();
    give(order);
    transaction((tx) => tx.update(orders).set({ status: "paid" }).run());
    confirmTransfer(owner(), order.seq, order.totalPaise);
    const [row] = reconcileView(owner()).rows;
    expect(row).toMatchObject({ kind: "duplicate", acts: [{ label: "Given back by hand" }] });
    expect(db.select().from(refunds).all()).toEqual([]);
    refundPayment(owner(), row!.number);
    expect(db.select().from(refunds).all()).toMatchObject([{ state: "succeeded", method: "hand" }]);
    expect(orderById(order.id).refundDue).toBe(false);
  });

  test("is not found for a deleted order", () => {
    const order = anOrder();
    give(order);
    deleteOrder(owner(), order.id);
    expect(kinds()).toEqual([]);
    expect(() => confirmTransfer(owner(), order.seq, 1)).toThrowError("not found");
  });
});

test("what is not at the bank is said to its visitor, who gives another reference", () => {
  const [order, other] = [anOrder(), anOrder()];
  give(order);
  rejectTransfer(owner(), order.seq);
  expect(kinds()).toEqual([]);
  expect(mails()).toContain("notFound");
  expect(view(order).upi?.given).toEqual({ reference: FIRST, isNotFound: true });
  give(other); // whose transfer it was
  give(order, SECOND);
  expect(kinds()).toEqual(["transfer", "transfer"]);
});

test("editors may not decide about transfers", () => {
  const editor = asStaff(anAdmin({ role: "editor" }));
  expect(() => confirmTransfer(editor, 1, 1)).toThrowError("role");
  expect(() => rejectTransfer(editor, 1)).toThrowError("role");
});

describe("Mark Paid", () => {
  const markPaid = ({ id }: Order, upiReference?: string) =>
    updateOrderStatus(owner(), id, "paid", { upiReference });

  test("records the reference that staff have entered", () => {
    const order = anOrder();
    give(order);
    markPaid(order, SECOND);
    expect(allPayments()).toMatchObject([{ provider: "upi", providerPaymentId: SECOND }]);
    expect(kinds()).toEqual([]);
  });

  test("records the visitor's reference where staff enter none", () => {
    const order = anOrder();
    give(order);
    markPaid(order);
    expect(allPayments()).toMatchObject([{ provider: "upi", providerPaymentId: FIRST }]);
  });

  test("records no reference that staff have removed", () => {
    const order = anOrder();
    give(order);
    markPaid(order, "");
    expect(allPayments()).toMatchObject([{ provider: "manual" }]);
    expect(kinds()).toEqual([]);
  });

  test("refuses a reference that another order has used", () => {
    const [paid, waiting, order] = [anOrder(), anOrder(), anOrder()];
    markPaid(paid, FIRST);
    give(waiting, SECOND);
    expect(() => markPaid(order, FIRST)).toThrowError(`Order ${paid.id} has this reference`);
    expect(() => markPaid(order, SECOND)).toThrowError(`Order ${waiting.id} has this reference`);
    expect(statusOf(order)).toBe("pending");
  });

  test("again with the same reference records money without it", () => {
    const order = anOrder();
    markPaid(order, FIRST);
    updateOrderStatus(owner(), order.id, "refunded");
    markPaid(order, FIRST);
    expect(allPayments()).toMatchObject([{ provider: "upi" }, { provider: "manual" }]);
  });

  test("that is undone leaves the reference to wait for the bank again", () => {
    const [order, by] = [anOrder(), owner()];
    give(order);
    updateOrderStatus(by, order.id, "paid", { isUndoable: true });
    undoStatusChange(by, order.id);
    expect(statusOf(order)).toBe("pending");
    expect(kinds()).toEqual(["transfer"]);

    confirmTransfer(by, order.seq, order.totalPaise);

    expect(statusOf(order)).toBe("paid");
    expect(allPayments()).toMatchObject([{ provider: "upi" }, { provider: "manual" }]);
  });
});
