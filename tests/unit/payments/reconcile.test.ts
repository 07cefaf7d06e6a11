import { describe, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { db } from "db/connection.server";
import {
  audit,
  capacityOverrides,
  checkoutSessions,
  orders,
  paymentEvents,
  payments,
  refunds,
} from "db/schema";
import { transaction } from "db/transaction.server";
import { ownOrderView } from "~/features/booking/visitor-order.presenter.server";
import { cancelAsVisitor } from "~/features/booking/visitor-order.server";
import { deleteOrder } from "~/features/orders/delete-order.server";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import { orderAccessKey, orderById } from "~/features/orders/orders.server";
import { applyProviderEvent } from "~/features/payments/apply-event.server";
import { onlinePaymentBarrier } from "~/features/payments/checkout.server";
import { moveRefund, refundsOfOrder } from "~/features/payments/ledger.server";
import { demoAccount } from "~/features/payments/payment-providers.server";
import {
  acceptPayment,
  attachPayment,
  confirmPayment,
  refundPayment,
} from "~/features/reconcile/decide-payment.server";
import {
  keepOrder,
  markOrderRefunded,
  recordGiven,
  requestAgain,
} from "~/features/reconcile/decide-refund.server";
import { countRows, findRows } from "~/features/reconcile/find-rows.server";
import {
  applyAgain,
  compareNow,
  dismissEvent,
  lookAtSession,
  setRefundDuplicates,
} from "~/features/reconcile/provider-calls.server";
import { handleReconcileAction } from "~/features/reconcile/reconcile.actions.server";
import { reconcileCsv } from "~/features/reconcile/reconcile-csv.server";
import { reconcileView } from "~/features/reconcile/reconcile.presenter.server";
import { activeTicketsOfOrder } from "~/features/tickets/tickets.server";
import { DAY_MS, HOUR_MS } from "~/lib/dates";
import { anAdmin, anOrder, asStaff } from "../../support/data/factories";

const owner = () => asStaff(anAdmin({ role: "owner", name: "Asha Rao" }));
const colleague = () => asStaff(anAdmin({ name: "Kabir Singh" }));

let count = 0;

/** Money that a provider reports, by default all of an order's price. */
function receive(order: { id: string; seq: number; totalPaise: number }, changes: object = {}) {
  const reference = `${order.id}-${(count += 1)}`;
  const row = {
    ...{ reference, token: reference, orderSeq: order.seq, orderId: order.id },
    ...({ provider: "demo", currency: "INR", state: "closed" } as const),
    amount: order.totalPaise,
    ...{ expiresAt: Date.now() + DAY_MS, createdAt: 0, updatedAt: 0 },
  };
  db.insert(checkoutSessions).values(row).run();
  const paymentId = `pay-${count}`;
  const event = {
    ...{ type: "captured", occurredAt: Date.now(), reference, paymentId, method: "card" },
    money: { amount: order.totalPaise, currency: "INR" },
    ...changes,
  } as const;
  transaction((tx) => applyProviderEvent(tx, "demo", event as never));
  return paymentNamed(paymentId);
}

const paymentNamed = (id: string) =>
  db.select().from(payments).where(eq(payments.providerPaymentId, id)).get()!;
const paymentNow = (id: number) => db.select().from(payments).where(eq(payments.id, id)).get()!;
const allRefunds = () => db.select().from(refunds).all();
const rows = () => findRows(owner()).map(({ kind, id }) => ({ kind, id }));
const kinds = () => rows().map(({ kind }) => kind);

const duplicate = () => {
  const order = anOrder({ status: "paid" });
  return { order, payment: receive(order) };
};
const otherAmount = () => {
  const order = anOrder();
  const payment = receive(order, { money: { amount: order.totalPaise - 100, currency: "INR" } });
  return { order, payment };
};
const unmatched = () => {
  const order = anOrder();
  deleteOrder(owner(), order.id);
  return receive({ ...order, seq: null as never });
};
const choice = () => {
  const order = anOrder();
  cancelAsVisitor(order.id, orderAccessKey(order.id));
  return { order, payment: receive(order) };
};

/** Which its provider does not list. */
async function aMissing() {
  receive(anOrder(), { occurredAt: Date.now() - 2 * HOUR_MS });
  await compareNow(owner());
}

/** Of an order that was paid online. */
function aRefund(state: "failed" | "requested" = "failed") {
  const order = anOrder();
  receive(order);
  updateOrderStatus(owner(), order.id, "refunded");
  const [refund] = refundsOfOrder(order.seq);
  if (state === "failed")
    transaction((tx) => moveRefund(tx, refund!, { state, lastError: "No balance" }));
  else
    db.update(refunds)
      .set({ attempts: 1, requestedAt: Date.now() - 2 * HOUR_MS, nextAttemptAt: 9e15 })
      .run();
  return { order, refund: refund! };
}

/** Staff have pressed Refund in the provider's dashboard. */
function refundedThere(part = 1) {
  const order = anOrder();
  const { providerPaymentId: paymentId } = receive(order);
  const money = { amount: order.totalPaise * part, currency: "INR" };
  const event = { refundId: "rfnd-1", money, state: "succeeded", occurredAt: 0 } as const;
  transaction((tx) => applyProviderEvent(tx, "demo", { type: "refund", paymentId, ...event }));
  return { order, refund: refundsOfOrder(order.seq)[0]! };
}

function aFailedEvent() {
  const event = { provider: "demo", eventId: `e${(count += 1)}`, type: "refund" } as const;
  const body = Buffer.from(
    JSON.stringify({
      id: event.eventId,
      type: event.type,
      events: [{ type: "refund", paymentId: "nobody", refundId: "r", occurredAt: 0 }],
    }),
  );
  return db
    .insert(paymentEvents)
    .values({ ...event, bodyHash: "h", state: "failed", error: "Early", receivedAt: 1, body })
    .returning()
    .get();
}

/** On which nobody has paid in time. */
function anOpenPage() {
  const { seq, id: orderId, totalPaise: amount } = anOrder();
  const past = Date.now() - HOUR_MS;
  const times = { expiresAt: past, createdAt: past, updatedAt: past };
  db.insert(checkoutSessions)
    .values({
      ...{ reference: "R-1", token: "T", orderSeq: seq, orderId, amount, currency: "INR" },
      ...times,
      provider: "demo",
      state: "open",
    })
    .run();
}

describe("the buttons of a row", () => {
  const REFERENCE = { bankReference: "UTR 12" };
  const pressed = async (kind: string, intent: string, fields: Record<string, string>) => {
    const staff = owner();
    const row = reconcileView(staff).rows.find((each) => each.kind === kind)!;
    const request = new Request("http://zoo.test/admin/dashboard/reconcile");
    await handleReconcileAction(request, staff, { intent, id: String(row.number), ...fields });
    return row;
  };

  test.each<[string, () => unknown, string[]]>([
    ["choice", choice, ["refund: Refund", "accept: Mark Paid", "attach: Attach"]],
    ["unmatched", unmatched, ["refund: Refund", "attach: Attach"]],
    ["duplicate", duplicate, ["refund: Refund the second"]],
    ["amount", otherAmount, ["accept: Accept", "refund: Refund"]],
    ["missing", aMissing, ["confirm: Confirm"]],
    ["failed", () => aRefund(), ["again: Ask again", "given: Given by hand"]],
    ["stuck", () => aRefund("requested"), ["again: Ask again", "given: It has gone"]],
    [
      "reported",
      () => refundedThere(),
      ["refunded: Mark the order refunded", "keep: Keep the order"],
    ],
    ["session", anOpenPage, ["look: Look now"]],
    ["event", aFailedEvent, ["retry: Try again", "dismiss: Set aside"]],
  ])("%s lead on", async (kind, make, buttons) => {
    for (const [nth, button] of buttons.entries()) {
      const [intent = ""] = button.split(": ");
      if (intent === "retry") continue; // it is still not here
      await make();
      const fields = intent === "attach" ? { order: anOrder().id } : REFERENCE;
      const before = kinds().filter((each) => each === kind).length;
      const { acts } = await pressed(kind, intent, fields);
      expect(acts.map((act) => `${act.intent}: ${act.label}`)).toEqual(buttons);
      const left = kinds().filter((each) => each === kind).length;
      // Until the provider has answered, whether it went is still not known.
      const stays = kind === "stuck" && intent === "again";
      expect([nth, left]).toEqual([nth, stays ? before : before - 1]);
    }
  });
});

describe("money that came in", () => {
  test("is listed oldest first, by why it needs a decision", () => {
    const first = choice();
    duplicate();
    otherAmount();
    unmatched();
    db.update(checkoutSessions).set({ createdAt: 1 }).run();
    expect(kinds()).toEqual(["choice", "duplicate", "amount", "unmatched"]);
    expect(findRows(owner())[0]).toMatchObject({ id: first.payment.id, orderId: first.order.id });
    expect(countRows(owner())).toBe(4);
  });

  test("that was paid twice goes back once, and a colleague learns who did it", () => {
    const { order, payment } = duplicate();
    const staff = colleague();
    refundPayment(staff, payment.id);
    refundPayment(staff, payment.id);
    expect(allRefunds()).toMatchObject([
      { paymentId: payment.id, amount: order.totalPaise, state: "requested", reason: "Paid twice" },
    ]);
    expect(orderById(order.id).status).toBe("paid");
    expect(() => refundPayment(owner(), payment.id)).toThrowError(
      "Kabir Singh has refunded it already",
    );
    expect(kinds()).toEqual([]);
  });

  test("that was paid twice goes back by itself where the owner wants it", () => {
    setRefundDuplicates(owner(), true);
    const { payment } = duplicate();
    expect(allRefunds()).toMatchObject([{ paymentId: payment.id, requestedBy: "site" }]);
    expect(kinds()).toEqual([]);
    expect(() => setRefundDuplicates(colleague(), false)).toThrowError("role");
  });

  test("of another amount is accepted: the order is paid without further money", () => {
    const { order, payment } = otherAmount();
    acceptPayment(owner(), payment.id);
    expect(orderById(order.id).status).toBe("paid");
    expect(activeTicketsOfOrder(order.seq)).toHaveLength(2);
    expect(db.select().from(payments).all()).toMatchObject([{ amount: order.totalPaise - 100 }]);
    expect(() => refundPayment(colleague(), payment.id)).toThrowError("has accepted it already");
  });

  test("of another amount goes back, and the order stays as it is", () => {
    const { order, payment } = otherAmount();
    refundPayment(owner(), payment.id);
    expect(allRefunds()).toMatchObject([{ amount: order.totalPaise - 100 }]);
    expect(orderById(order.id)).toMatchObject({ status: "pending", refundDue: false });
  });

  test("of an order that is over pays it again, or goes back", () => {
    const [first, second] = [choice(), choice()];
    acceptPayment(owner(), first.payment.id);
    expect(orderById(first.order.id).status).toBe("paid");
    refundPayment(owner(), second.payment.id);
    expect(orderById(second.order.id)).toMatchObject({ status: "cancelled", refundDue: true });
  });

  test("for no known order pays the order that it is attached to", () => {
    const payment = unmatched();
    const order = anOrder();
    const staff = owner();
    attachPayment(staff, payment.id, order.id.toLowerCase());
    attachPayment(staff, payment.id, order.id);
    expect(orderById(order.id).status).toBe("paid");
    expect(paymentNow(payment.id)).toMatchObject({ review: "", orderId: order.id });
    expect(() => attachPayment(colleague(), payment.id, order.id)).toThrowError(
      "Asha Rao has attached it to an order already",
    );
  });

  test.each([
    ["duplicate", { status: "paid" as const }],
    ["amount", { items: [{ ticketType: "adult", quantity: 5 }] }],
    ["choice", { status: "cancelled" as const }],
  ])("that is attached where it does not fit becomes %s", (review, changes) => {
    const payment = unmatched();
    const order = anOrder(changes);
    attachPayment(owner(), payment.id, order.id);
    expect(paymentNow(payment.id)).toMatchObject({ review, orderSeq: order.seq });
    expect(orderById(order.id).status).toBe(order.status);
  });

  test("is not attached to an order that does not exist", () => {
    const { id } = unmatched();
    expect(() => attachPayment(owner(), id, "ZV-ZZZZ")).toThrowError("There is no such order");
    expect(() => attachPayment(owner(), id, " ")).toThrowError("Enter an order number");
  });

  test("that cannot take its places again stays to be decided", () => {
    const { order, payment } = choice();
    db.update(orders).set({ visitDate: "2099-01-01", visitSlot: "morning" }).run();
    const closed = { visitDate: "2099-01-01", visitSlot: "morning", capacity: 0, note: "" };
    db.insert(capacityOverrides).values(closed).run();
    expect(() => acceptPayment(owner(), payment.id)).toThrowError();
    expect([orderById(order.id).status, kinds()]).toEqual(["cancelled", ["choice"]]);
  });

  test("that is disputed is only shown", () => {
    const payment = receive(anOrder());
    const { providerPaymentId: paymentId, amount } = payment;
    const money = { amount, currency: "INR" };
    const event = { type: "dispute", paymentId, money, state: "open", occurredAt: 0 } as const;
    transaction((tx) => applyProviderEvent(tx, "demo", event));
    expect(reconcileView(owner()).rows).toMatchObject([{ kind: "dispute", acts: [] }]);
    expect(countRows(owner())).toBe(0);
    expect(() => refundPayment(owner(), payment.id)).toThrowError("nothing left to decide");
    transaction((tx) => applyProviderEvent(tx, "demo", { ...event, state: "lost" }));
    expect(allRefunds()).toMatchObject([{ state: "succeeded" }]);
    expect(kinds()).toEqual([]); // what the bank takes is nobody's to decide
  });

  test("is nobody's to decide who may not change orders", () => {
    const { payment } = duplicate();
    const editor = asStaff(anAdmin({ role: "editor" }));
    expect(() => findRows(editor)).toThrowError("role");
    expect(() => refundPayment(editor, payment.id)).toThrowError("role");
    expect(() => requestAgain(editor, 1)).toThrowError("role");
    expect(() => dismissEvent(editor, 1)).toThrowError("role");
  });

  test("is recorded with who decided what", () => {
    const { payment } = duplicate();
    refundPayment(colleague(), payment.id);
    expect(db.select().from(audit).all().at(-1)).toMatchObject({
      actorName: "Kabir Singh",
      action: "payment.refund",
      target: `payment ${payment.receiptNumber}`,
    });
  });
});

describe("refunds", () => {
  test("that failed are requested again under another reference, once", () => {
    const { refund } = aRefund();
    const staff = colleague();
    expect(findRows(staff)).toMatchObject([{ kind: "failed", note: "No balance" }]);
    requestAgain(staff, refund.id);
    requestAgain(staff, refund.id);
    const [before, after] = allRefunds();
    expect([before?.state, after?.state]).toEqual(["withdrawn", "requested"]);
    expect(after?.reference).not.toBe(before?.reference);
    expect(allRefunds()).toHaveLength(2);
    expect(() => recordGiven(owner(), refund.id, "UTR 1")).toThrowError(
      "Kabir Singh has requested it again already",
    );
    expect(kinds()).toEqual([]);
  });

  test("without an answer are requested again under the same reference", () => {
    const { refund } = aRefund("requested");
    expect(kinds()).toEqual(["stuck"]);
    requestAgain(owner(), refund.id);
    expect(allRefunds()).toMatchObject([{ reference: refund.reference, state: "requested" }]);
    expect(allRefunds()[0]?.nextAttemptAt).toBeLessThanOrEqual(Date.now());
  });

  test("without an answer are no row in their first hour", () => {
    aRefund("requested");
    db.update(refunds).set({ requestedAt: Date.now() }).run();
    expect(kinds()).toEqual([]);
  });

  test.each(["failed", "requested"] as const)(
    "that staff have given end the debt of one that is %s",
    (state) => {
      const { order, refund } = aRefund(state);
      const staff = owner();
      recordGiven(staff, refund.id, "UTR 103608848276");
      recordGiven(staff, refund.id, "UTR 103608848276");
      expect(allRefunds().at(-1)).toMatchObject({
        ...{ state: "succeeded", amount: order.totalPaise, bankReference: "UTR 103608848276" },
      });
      expect(allRefunds().filter((row) => row.state === "succeeded")).toHaveLength(1);
      expect(orderById(order.id).refundDue).toBe(false);
      expect(kinds()).toEqual([]);
    },
  );

  test("that failed are no row once the order is paid again", () => {
    const { order } = aRefund();
    updateOrderStatus(owner(), order.id, "paid");
    expect(kinds()).toEqual([]);
  });

  test("made at the provider end the order, with what is left of its money", () => {
    const { order, refund } = refundedThere(0.5);
    expect(kinds()).toEqual(["reported"]);
    const staff = colleague();
    markOrderRefunded(staff, refund.id);
    markOrderRefunded(staff, refund.id);
    expect(orderById(order.id).status).toBe("refunded");
    expect(allRefunds().map(({ amount }) => amount)).toEqual([1_500, 1_500]);
    expect(() => keepOrder(owner(), refund.id)).toThrowError(
      "Kabir Singh has marked the order refunded already",
    );
  });

  test("made at the provider may leave the order paid", () => {
    const { order, refund } = refundedThere(0.5);
    keepOrder(owner(), refund.id);
    expect([orderById(order.id).status, kinds()]).toEqual(["paid", []]);
  });
});

describe("what providers say", () => {
  test("a page that is open past its time is looked at", async () => {
    anOpenPage();
    const row = rows().find(({ kind }) => kind === "session")!;
    await lookAtSession(owner(), row.id);
    expect(kinds()).not.toContain("session");
    await expect(lookAtSession(colleague(), row.id)).rejects.toThrowError(
      "Asha Rao has looked at it already",
    );
  });

  test("a report that cannot be applied is tried again, and says why not", () => {
    const { id } = aFailedEvent();
    expect(findRows(owner())).toMatchObject([
      { kind: "event", note: expect.stringMatching("Early") },
    ]);
    expect(() => applyAgain(owner(), id)).toThrowError("about a payment that is not here");
    expect(kinds()).toEqual(["event"]);
  });

  test("a report that is not about the zoo is set aside, once", () => {
    const { id } = aFailedEvent();
    const staff = colleague();
    dismissEvent(staff, id);
    dismissEvent(staff, id);
    expect(kinds()).toEqual([]);
    expect(() => applyAgain(owner(), id)).toThrowError("Kabir Singh has set it aside already");
  });

  test("a comparison finds what is missing there, and sums by day and method", async () => {
    const { id } = receive(anOrder(), { occurredAt: Date.now() - 2 * HOUR_MS });
    expect(kinds()).toEqual([]);
    await compareNow(owner());
    expect(kinds()).toEqual(["missing"]);
    const [demo] = reconcileView(owner()).providers;
    expect(demo?.comparison).toMatchObject({ missing: 1, taken: 0, error: "" });
    expect(demo?.days).toMatchObject([{ here: "₹30", there: "₹0", difference: "₹30" }]);

    confirmPayment(owner(), id, "UTR 103608848276");
    expect(kinds()).toEqual([]);
    expect(paymentNow(id).reviewNote).toBe("Confirmed: UTR 103608848276");
  });

  test("a comparison takes over what is not here, and then nothing differs", async () => {
    const paidAt = Date.now() - 2 * HOUR_MS;
    const money = { amount: 4_000, currency: "INR" };
    demoAccount().save({
      ...{ id: "demo_1", reference: "elsewhere", money, description: "", returnUrl: "", url: "" },
      ...{ expiresAt: Date.now() + DAY_MS, isClosed: false, refunds: [] },
      payments: [{ id: "pay_there", money, paidAt, isLate: false }],
    });
    await compareNow(owner());
    const [demo] = reconcileView(owner()).providers;
    expect(demo?.comparison).toMatchObject({ taken: 1, missing: 0 });
    expect(demo?.days).toMatchObject([
      { here: "₹40", there: "₹40", fees: "₹0.80", difference: null },
    ]);
    expect(kinds()).toEqual(["unmatched"]);
  });
});

test("the rows are a CSV, too", async () => {
  const { order } = otherAmount();
  const text = await reconcileCsv(owner()).text();
  expect(text).toContain("Time,What,Order ID,Amount,Currency,Note");
  expect(text).toContain(`Another amount,${order.id},29,INR,₹30 was to be paid`);
});

describe("the visitor's page", () => {
  const view = (id: string) => {
    const order = orderById(id);
    return ownOrderView(new Request("http://zoo.test/order"), order);
  };

  test("says what came in instead of asking for money again", () => {
    const { order, payment } = otherAmount();
    expect(view(order.id)).toMatchObject({
      paymentNotice:
        "We have received ₹29, and ₹30 was to be paid. We look at it and write to you.",
      online: null,
    });
    expect(onlinePaymentBarrier(orderById(order.id))).toBe("We look at a payment that has come in");
    refundPayment(owner(), payment.id);
    expect(view(order.id).paymentNotice).toBeNull();
  });

  test("says that the second payment goes back", () => {
    const { order } = duplicate();
    expect(view(order.id).paymentNotice).toBe(
      "We have received your payment twice; the second goes back.",
    );
  });
});
