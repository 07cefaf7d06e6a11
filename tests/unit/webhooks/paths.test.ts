import { afterEach, beforeEach, expect, test } from "vitest";
import { db, sqlite } from "db/connection.server";
import { checkoutSessions, orders, payments, refunds, webhookEndpoints } from "db/schema";
import { transaction } from "db/transaction.server";
import { env } from "~/env.server";
import type { Staff } from "~/features/auth/permissions";
import { cancelAsVisitor, rescheduleAsVisitor } from "~/features/booking/visitor-order.server";
import { CloseDay } from "~/features/capacity/capacity.schema";
import { closeDay } from "~/features/closures/close-day.server";
import { payAtCounter, sell } from "~/features/counter/sell.server";
import { EnterSlip } from "~/features/gate-list/gate-list.schema";
import { enterSlip, printSlips } from "~/features/gate-list/slips.server";
import { checkIn } from "~/features/gate/check-in.server";
import { scannerToken } from "~/features/gate/scanners.server";
import { syncScans } from "~/features/gate/sync-scans.server";
import { createGroupOrder } from "~/features/groups/create-group.server";
import { changeGroup } from "~/features/groups/edit-group.server";
import { recordPartPayment } from "~/features/groups/part-payments.server";
import { createOrder } from "~/features/orders/create-order.server";
import { deleteOrder } from "~/features/orders/delete-order.server";
import { editOrder, rescheduleVisit, updateOrderStatus } from "~/features/orders/edit-order.server";
import { expireOverdue } from "~/features/orders/expire-orders.server";
import { cancelUnpaid } from "~/features/orders/list/cancel-unpaid.server";
import { ListOrders } from "~/features/orders/list/order-list.schema";
import { PlaceOrder } from "~/features/orders/order.schema";
import { orderAccessKey } from "~/features/orders/orders.server";
import { refundTickets } from "~/features/orders/refund-tickets.server";
import { applyProviderEvent } from "~/features/payments/apply-event.server";
import { spendLateMoney } from "~/features/payments/late-money.server";
import type { ProviderEvent } from "~/features/payments/provider";
import { acceptPayment } from "~/features/reconcile/decide-payment.server";
import { markOrderRefunded } from "~/features/reconcile/decide-refund.server";
import { confirmTransfer } from "~/features/reconcile/decide-transfer.server";
import { lockDay } from "~/features/takings/lock-day.server";
import { partyCodeOf } from "~/features/tickets/party-codes.server";
import { giveReference } from "~/features/transfers/give-reference.server";
import { EVENTS } from "~/features/webhooks/webhook.rules";
import { toLocalDate } from "~/lib/time-zone.server";
import { everyTestBeginsAt } from "../../support/data/clock";
import {
  anAdmin,
  anOrder,
  anOrderBody,
  asStaff,
  codesOf,
  tomorrow,
} from "../../support/data/factories";
import { aGateDevice } from "../../support/data/gate-devices";
import { aGroup, aGroupOrder } from "../../support/data/groups";

/** Each way in which something happens that is told: its events, and that they belong to its transaction. */

everyTestBeginsAt(Date.parse("2026-11-24T06:30:00Z")); // noon at the zoo

let owner: Staff;
beforeEach(() => {
  env.UPI_VPA = "zoo@upi";
  owner = asStaff(anAdmin({ role: "owner" }));
});
afterEach(() => {
  delete env.UPI_VPA;
});

const TODAY = { visitDate: "2026-11-24", visitSlot: "afternoon" };
const NO_CONTACT = { name: "", email: "", phone: "" };

const elsewhen = () => ({ visitDate: tomorrow(), visitSlot: "evening" });
const aSale = () => ({
  ...{ ...TODAY, counts: { adult: 1, child: 1 }, contact: NO_CONTACT, promoCode: "" },
  ...{ paymentMethod: "cash" as const, received: 3_000, admits: true },
});
const cash = (amount: number) => ({ amount, method: "cash" as const, reference: "" });

let made = 0;
const aScan = (code: string, more = {}) => ({
  ...{ key: `a-scan-of-this-test-${(made += 1)}`, code, at: Date.now(), override: false },
  ...{ party: false, ahead: 0, ...more },
});
const aTicket = () => codesOf(anOrder({ ...TODAY, status: "paid" }).seq)[0]!;

const report = (event: ProviderEvent) =>
  transaction((tx) => applyProviderEvent(tx, "demo", event), "none");

/** An order with a page on which it is paid, and what the provider reports when it is. */
function aCheckout() {
  const order = anOrder();
  const { id, seq, totalPaise: amount } = order;
  db.insert(checkoutSessions)
    .values({
      ...{ reference: `${id}-1`, token: id, orderSeq: seq, orderId: id, provider: "demo" },
      ...{ amount, currency: "INR", state: "open", expiresAt: Date.now() + 1_000 },
      ...{ createdAt: 0, updatedAt: 0 },
    })
    .run();
  const money = { amount, currency: "INR" };
  const captured: ProviderEvent = {
    ...{ type: "captured", occurredAt: Date.now(), reference: `${id}-1`, paymentId: `p-${id}` },
    ...{ money, method: "card" },
  };
  return { order, captured, money };
}

function aTransfer(paise: number) {
  const { id, seq } = anOrder();
  giveReference(id, orderAccessKey(id), "103608848276");
  return () => confirmTransfer(owner, seq, paise);
}

const newest = (table: typeof payments | typeof refunds) =>
  db.select().from(table).all().at(-1)!.id;

type Act = () => unknown;

/** Prepares, and returns what happens then. */
const PATHS: Record<string, [() => Act, string]> = {
  "a booking": [() => () => createOrder(PlaceOrder.parse(anOrderBody())), "order.placed"],
  "a sale at the counter": [
    () => () => sell(owner, aSale()),
    "order.placed payment.received order.paid ticket.admitted ticket.admitted",
  ],
  "money taken at the counter for a booking": [
    () => {
      const { id } = anOrder(TODAY);
      return () => payAtCounter(owner, id, { ...aSale(), shownDue: undefined });
    },
    "payment.received order.paid ticket.admitted ticket.admitted",
  ],
  "an emergency slip": [
    () => {
      printSlips(owner, 1);
      const counts = { adult: 2 };
      const slip = { ...TODAY, number: "1", counts, paymentMethod: "cash", taken: "40", note: "" };
      return () => enterSlip(owner, EnterSlip.parse(slip));
    },
    "order.placed payment.received order.paid ticket.admitted ticket.admitted",
  ],
  "a group's order": [() => () => createGroupOrder(owner, aGroup()), "order.placed"],
  "a part of a group's price": [
    () => {
      const { id } = aGroupOrder();
      return () => recordPartPayment(owner, id, cash(10_000));
    },
    "payment.received",
  ],
  "the last part of a group's price": [
    () => {
      const { id, totalPaise } = aGroupOrder();
      recordPartPayment(owner, id, cash(10_000));
      return () => recordPartPayment(owner, id, cash(totalPaise - 10_000));
    },
    "payment.received order.paid",
  ],
  "more people in a group": [
    () => {
      const group = aGroup();
      const { id } = aGroupOrder();
      updateOrderStatus(owner, id, "paid");
      const counts = { ...group.counts, adult: 6 };
      return () =>
        changeGroup(
          owner,
          id,
          { ...group, counts },
          { difference: { method: "cash", reference: "" } },
        );
    },
    "payment.received",
  ],
  "a payment that a provider reports": [
    () => {
      const { captured } = aCheckout();
      return () => report(captured);
    },
    "payment.received order.paid",
  ],
  "a payment for no order": [
    () => {
      const { captured } = aCheckout();
      return () => report({ ...captured, reference: "unknown" } as ProviderEvent);
    },
    "payment.received",
  ],
  "late money for another slot": [
    () => {
      const { order, captured } = aCheckout();
      cancelAsVisitor(order.id, orderAccessKey(order.id));
      report(captured);
      return () => spendLateMoney(order.id, orderAccessKey(order.id), elsewhen());
    },
    "order.paid",
  ],
  "a transfer that staff find": [() => aTransfer(3_000), "payment.received order.paid"],
  "another amount that staff accept": [
    () => {
      aTransfer(1_000)();
      return () => acceptPayment(owner, newest(payments));
    },
    "order.paid",
  ],
  "Mark Paid": [
    () => {
      const { id } = anOrder();
      return () => updateOrderStatus(owner, id, "paid");
    },
    "payment.received order.paid",
  ],
  "a refund": [
    () => {
      const { id } = anOrder({ status: "paid" });
      return () => updateOrderStatus(owner, id, "refunded");
    },
    "order.refunded",
  ],
  "a refund of single tickets": [
    () => {
      const { id } = anOrder({ status: "paid" });
      return () => refundTickets(owner, id, { tickets: [1] });
    },
    "order.refunded",
  ],
  "a refund that was made at the provider": [
    () => {
      const { order, captured, money } = aCheckout();
      report(captured);
      report({
        ...{ type: "refund", paymentId: `p-${order.id}`, refundId: "r", money },
        ...{ state: "succeeded", occurredAt: Date.now() },
      });
      return () => markOrderRefunded(owner, newest(refunds));
    },
    "order.refunded",
  ],
  "a visitor's move": [
    () => {
      const { id } = anOrder({ visitDate: "2026-11-27", status: "paid" });
      return () => rescheduleAsVisitor(id, orderAccessKey(id), elsewhen());
    },
    "order.moved",
  ],
  "a move by staff": [
    () => {
      const { id } = anOrder({ status: "paid" });
      return () => rescheduleVisit(owner, id, elsewhen());
    },
    "order.moved",
  ],
  "a change through the API": [
    () => {
      const { id } = anOrder();
      return () => editOrder(owner, id, { ...elsewhen(), status: "paid" });
    },
    "order.moved payment.received order.paid",
  ],
  "a visitor's cancellation": [
    () => {
      const { id } = anOrder();
      return () => cancelAsVisitor(id, orderAccessKey(id));
    },
    "order.cancelled",
  ],
  "a list whose unpaid orders are cancelled": [
    () => {
      anOrder();
      const { seq } = anOrder();
      return () => cancelUnpaid(owner, ListOrders.parse({ status: "pending" }), seq + 1);
    },
    "order.cancelled order.cancelled",
  ],
  "the end of an unpaid order's time": [
    () => {
      anOrder();
      db.update(orders).set({ expiresAt: 1 }).run();
      return () => expireOverdue();
    },
    "order.cancelled",
  ],
  "a day that is closed": [
    () => {
      anOrder();
      anOrder({ status: "paid" });
      const closing = { day: tomorrow(), slots: ["morning"], way: "cancel", note: "Storm" };
      return () => closeDay(owner, CloseDay.parse(closing));
    },
    "order.cancelled order.refunded",
  ],
  "an order that is deleted": [
    () => {
      const { id } = anOrder();
      return () => deleteOrder(owner, id);
    },
    "order.cancelled",
  ],
  "a scan": [
    () => {
      const code = aTicket();
      return () => checkIn(owner, code);
    },
    "ticket.admitted",
  ],
  "a party": [
    () => {
      const { seq } = aGroupOrder(TODAY);
      updateOrderStatus(owner, orderIdOf(seq), "paid");
      const code = partyCodeOf(seq)!;
      return () => syncScans(owner, [aScan(code, { people: 3 })]);
    },
    "ticket.admitted ticket.admitted ticket.admitted",
  ],
  "scans without connection": [
    () => {
      const scan = aScan(aTicket(), { at: Date.now() - 60_000, ahead: 1 });
      return () => syncScans(owner, [scan]);
    },
    "ticket.admitted",
  ],
  "a scan of a gate device that somebody else sends": [
    () => {
      const { actor } = aGateDevice();
      const scan = aScan(aTicket(), { by: scannerToken(actor) });
      return () => syncScans(owner, [scan]);
    },
    "ticket.admitted",
  ],
  "a day whose takings are locked": [() => () => lockDay(owner, toLocalDate()), "day.closed"],
};

const orderIdOf = (seq: number) =>
  db
    .select()
    .from(orders)
    .all()
    .find((order) => order.seq === seq)!.id;

function sent() {
  const rows = sqlite.prepare("SELECT event FROM webhook_deliveries ORDER BY id").pluck().all();
  return rows.join(" ");
}

/** All that is stored. */
function contents() {
  const names = sqlite
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name")
    .pluck()
    .all() as string[];
  return names.map((name) => [name, sqlite.prepare(`SELECT * FROM "${name}"`).raw().all()]);
}

const outcomeOf = async (act: Act) => {
  try {
    await act();
    return "done";
  } catch (error) {
    return String(error);
  }
};

test.each(Object.entries(PATHS))("%s", async (_, [prepare, events]) => {
  const act = prepare();
  db.insert(webhookEndpoints)
    .values({
      ...{ id: "all", url: "https://all.example/", events: [...EVENTS], secret: "" },
      ...{ createdAt: 0, updatedAt: 0 },
    })
    .run();
  const before = contents();

  for (const event of new Set(events.split(" "))) {
    sqlite.exec(`CREATE TRIGGER broken BEFORE INSERT ON webhook_deliveries
      WHEN new.event = '${event}' BEGIN SELECT raise(ABORT, 'no ${event}'); END`);
    expect(await outcomeOf(act)).toContain(`no ${event}`);
    sqlite.exec("DROP TRIGGER broken");
    expect(contents()).toEqual(before);
  }

  await act();
  expect(sent()).toBe(events);
});
