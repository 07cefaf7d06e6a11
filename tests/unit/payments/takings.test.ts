import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db, sqlite } from "db/connection.server";
import { audit, payments, refunds } from "db/schema";
import { transaction } from "db/transaction.server";
import { deleteAdmin } from "~/features/admins/admins.server";
import type { Staff } from "~/features/auth/permissions";
import { changeOrderStatus } from "~/features/orders/order-status.server";
import { updateOrderStatus } from "~/features/orders/edit-order.server";
import { PAYMENT_METHOD_IDS } from "~/features/orders/payment-methods";
import { orderById } from "~/features/orders/orders.server";
import {
  addPayment,
  addRefund,
  moveRefund,
  refundablePaise,
  refundsOfOrder,
} from "~/features/payments/ledger.server";
import { requestAgain } from "~/features/reconcile/decide-refund.server";
import { lockDay } from "~/features/takings/lock-day.server";
import { exportMoney, listMoney } from "~/features/takings/money-lines.server";
import { serializeTakings } from "~/api/serializers.server";
import { takingsCsv } from "~/features/takings/takings-csv.server";
import { neighbours, netOf, toDays } from "~/features/takings/takings.rules";
import { namesOf, takingsOf } from "~/features/takings/takings.server";
import { addDays, DAY_MS } from "~/lib/dates";
import { toLocalDate } from "~/lib/time-zone.server";
import { anAdmin, anOrder, asStaff } from "../../support/data/factories";

const START = Date.parse("2026-11-20T06:00:00Z");

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: START }));
afterEach(() => void vi.useRealTimers());

const owner = (name = "Asha Rao") => asStaff(anAdmin({ role: "owner", name }));
const today = () => toLocalDate();
const waitDays = (days: number) => vi.setSystemTime(Date.now() + days * DAY_MS);

/** An order that its visitor paid by a provider. */
function anOrderPaidOnline(method = "card") {
  const { id } = anOrder();
  return transaction((tx) => {
    const order = orderById(id);
    const payment = addPayment(tx, {
      provider: "razorpay",
      providerPaymentId: `pay-${id}`,
      money: { amount: order.totalPaise, currency: "INR" },
      method,
      order,
      paidAt: Date.now(),
      by: "site",
    });
    changeOrderStatus(tx, "site", order, "paid", { isSettled: true });
    return { order: orderById(id), payment };
  });
}

const sumsOf = async (day: string) => {
  const { total } = await takingsOf(owner(), { from: day, to: day });
  const { came, went, returned } = total;
  return [came, went, returned];
};

test("money counts by day, by way and by member of staff", async () => {
  const [asha, kabir] = [owner(), owner("Kabir Singh")];
  const first = anOrder({ paymentMethod: "cash" });
  updateOrderStatus(asha, first.id, "paid");
  const { order } = anOrderPaidOnline();
  waitDays(1);
  updateOrderStatus(kabir, first.id, "refunded");

  const yesterday = addDays(today(), -1);
  const { byDay, byWay, byStaff } = await takingsOf(asha, { from: yesterday, to: today() });

  const [cash, card] = [first.totalPaise, order.totalPaise];
  expect(byDay).toEqual([
    { day: yesterday, lines: 2, came: cash + card, went: 0, returned: 0 },
    { day: today(), lines: 1, came: 0, went: cash, returned: 0 },
  ]);
  expect(byWay).toEqual(
    expect.arrayContaining([
      { source: "manual", method: "cash", came: cash, went: cash, returned: 0 },
      { source: "razorpay", method: "card", came: card, went: 0, returned: 0 },
    ]),
  );
  expect(byStaff).toEqual(
    expect.arrayContaining([
      { who: asha.id, came: cash, went: 0, returned: 0 },
      { who: kabir.id, came: 0, went: cash, returned: 0 },
      { who: "", came: card, went: 0, returned: 0 },
    ]),
  );
});

test("a refund today, and one that comes back, change no earlier day", async () => {
  const { order } = anOrderPaidOnline();
  const paid = await sumsOf(today());
  waitDays(1);
  updateOrderStatus(owner(), order.id, "refunded");
  const [refund] = refundsOfOrder(order.seq);
  expect(await sumsOf(today())).toEqual([0, 0, 0]); // the money has not gone yet
  transaction((tx) => moveRefund(tx, refund!, { state: "succeeded" }));
  waitDays(1);
  transaction((tx) => moveRefund(tx, refundsOfOrder(order.seq)[0]!, { state: "failed" }));

  const days = await Promise.all([-2, -1, 0].map((ago) => sumsOf(addDays(today(), ago))));

  const total = order.totalPaise;
  expect(days).toEqual([paid, [0, total, 0], [0, 0, total]]);
});

test("money of somebody who has left keeps their name", () => {
  const left = anAdmin({ name: "Meera Iyer" });
  deleteAdmin(owner(), left.id);

  expect(namesOf([left.id, ""]).get(left.id)).toBe("Meera Iyer");
  expect(namesOf([""]).get("")).toBe("Paid online");
});

test("only managers read takings, only owners lock", async () => {
  const [admin, editor] = [asStaff(anAdmin()), asStaff(anAdmin({ role: "editor" }))];
  const day = { from: today(), to: today() };

  const forbidden = expect.objectContaining({ code: "forbidden" });
  await expect(takingsOf(editor, day)).rejects.toThrowError(forbidden);
  expect(() => exportMoney(editor, day)).toThrowError(forbidden);
  expect(() => listMoney(editor, [], { page: 1, limit: 1 })).toThrowError(forbidden);
  expect(() => lockDay(admin, today())).toThrowError(forbidden);
});

test("a locked day never changes: what comes counts on the next", async () => {
  anOrder({ status: "paid" });
  const [day, next] = [today(), addDays(today(), 1)];
  lockDay(owner(), day);
  lockDay(owner(), day);
  const locked = await sumsOf(day);
  anOrder({ status: "refunded" });
  anOrderPaidOnline();

  expect(await sumsOf(day)).toEqual(locked);
  expect(await sumsOf(next)).not.toEqual([0, 0, 0]);
  const locks = db.select().from(audit).all();
  expect(locks.filter(({ action }) => action === "takings.lock")).toHaveLength(1);
  for (const statement of [
    "UPDATE payments SET day = '2026-11-21' WHERE day = '2026-11-20'",
    "INSERT INTO payments SELECT NULL, 99, provider, 'x', NULL, NULL, '', 1, 'INR', '', NULL, '', '', NULL, NULL, '2026-11-20', 0, 0 FROM payments LIMIT 1",
  ])
    expect(() => sqlite.exec(statement)).toThrowError();
});

test("a day to come cannot be locked", () => {
  expect(() => lockDay(owner(), addDays(today(), 1))).toThrowError("still to come");
});

test("a day is not locked while a payment waits for a decision", () => {
  anOrderPaidOnline();
  db.update(payments).set({ review: "duplicate" }).run();
  expect(() => lockDay(owner(), today())).toThrowError("has 1 payment or refund to decide");
  db.update(payments).set({ review: "" }).run();
  lockDay(owner(), today());
});

test("a refund that failed keeps its own day open, until it is decided about", () => {
  const { order, payment } = anOrderPaidOnline();
  waitDays(1);
  const day = today();
  const part = { amount: 100, by: "site", forTickets: true } as const;
  const failed = transaction((tx) => addRefund(tx, { order, payment, ...part }));
  transaction((tx) => moveRefund(tx, failed, { state: "failed" }));
  waitDays(1);
  lockDay(owner(), payment.day);
  lockDay(owner(), today());
  expect(() => lockDay(owner(), day)).toThrowError("has 1 payment or refund to decide");
  requestAgain(owner(), failed.id);
  lockDay(owner(), day);
});

test("a refund that failed and is not due any more keeps no day open", () => {
  const order = anOrder({ status: "refunded" });
  const [refund] = refundsOfOrder(order.seq);
  transaction((tx) => moveRefund(tx, refund!, { state: "failed" }));
  updateOrderStatus(owner(), order.id, "paid"); // the money stays
  lockDay(owner(), today());
});

const step = fc.record({
  act: fc.constantFrom("pay", "payOnline", "refund", "refundPart", "return", "wait", "lock"),
  which: fc.nat(9),
  staff: fc.nat(2),
  method: fc.constantFrom(...PAYMENT_METHOD_IDS),
  amount: fc.integer({ min: 1, max: 3000 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function play(steps: Step[]) {
  const staff = [owner("A"), owner("B"), owner("C")];
  const ids: string[] = [];
  for (const { act, which, staff: by, method, amount } of steps) {
    const actor = staff[by]!;
    const all = db.select().from(payments).all();
    const payment = all[which % Math.max(1, all.length)];
    const id = ids[which % Math.max(1, ids.length)];
    if (act === "pay") {
      const order = anOrder({ paymentMethod: method });
      updateOrderStatus(actor, order.id, "paid");
      ids.push(order.id);
    } else if (act === "payOnline") ids.push(anOrderPaidOnline(method).order.id);
    else if (act === "wait") waitDays(1);
    else if (act === "lock") lockIfDecided(actor);
    else if (act === "refund" && id) {
      if (orderById(id).status === "paid") updateOrderStatus(actor, id, "refunded");
    } else if (act === "refundPart" && payment)
      transaction((tx) => {
        const part = Math.min(amount, refundablePaise(payment, tx));
        if (part > 0) addRefund(tx, { payment, amount: part, by: actor, isGiven: true });
      });
    else if (act === "return") {
      const gone = db.select().from(refunds).all();
      const refund = gone[which % Math.max(1, gone.length)];
      const state = refund?.state === "succeeded" ? "failed" : "succeeded";
      if (refund && refund.state !== "failed")
        transaction((tx) => moveRefund(tx, refund, { state }));
    }
  }
  return staff[0]!;
}

function lockIfDecided(actor: Staff) {
  try {
    lockDay(actor, today());
  } catch (error) {
    expect(error).toMatchObject({ code: "conflict" });
  }
}

test("day by day, by way, by staff, lines, CSV, receipts and credit notes have the same sums", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      sqlite.exec("SAVEPOINT season");
      try {
        vi.setSystemTime(START);
        const actor = play(steps);
        const days = { from: toLocalDate(START), to: addDays(today(), 60) };
        const takings = await takingsOf(actor, days);
        const { total, byDay, byWay, byStaff } = takings;
        const { items } = listMoney(actor, byDay, { page: 1, limit: 500 });
        const csv = await takingsCsv(days, exportMoney(actor, days)).text();

        const net = netOf(total);
        const netSum = (rows: Parameters<typeof netOf>[0][]) =>
          rows.reduce((sum, row) => sum + netOf(row), 0);
        expect([byDay, byWay, byStaff].map(netSum)).toEqual([net, net, net]);
        const pages = Array.from({ length: Math.ceil(items.length / 3) }, (_, index) =>
          listMoney(actor, byDay, { page: index + 1, limit: 3 }),
        );
        expect(pages.flatMap((page) => page.items)).toEqual(items);
        const ofLines = items.reduce(
          (sum, { kind, amount }) => sum + (kind === "refund" ? -amount : amount),
          0,
        );
        const amounts = csv
          .trim()
          .split("\r\n")
          .slice(1)
          .map((line) => line.split(",").at(-3));
        const ofCsv = amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0);
        const ofApi = Math.round(serializeTakings(days, takings).total.net * 100);
        expect([ofLines, ofCsv, ofApi]).toEqual([net, net, net]);
        const receipts = sum(db.select().from(payments).all());
        const notes = db.select().from(refunds).all();
        expect(total.came - total.went).toBe(
          receipts - sum(notes.filter(({ creditNoteNumber }) => creditNoteNumber !== null)),
        );
      } finally {
        sqlite.exec("ROLLBACK TO season; RELEASE season");
      }
    }),
    { numRuns: 25 },
  );
}, 60_000);

const sum = (rows: { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0);

test.each([
  [{}, ["2026-11-26", "2026-11-26"]],
  [{ from: "2026-11-01" }, ["2026-11-01", "2026-11-26"]],
  [{ from: "2026-12-01" }, ["2026-12-01", "2026-12-01"]],
  [{ to: "2026-11-03" }, ["2026-11-03", "2026-11-03"]],
])("the period of %j is %j", (typed, [from, to]) => {
  expect(toDays(typed, "2026-11-26")).toEqual({ from, to });
});

test("a month has the months beside it, other periods as many days", () => {
  expect(neighbours({ from: "2026-02-01", to: "2026-02-28" })).toEqual({
    previous: { from: "2026-01-01", to: "2026-01-31" },
    next: { from: "2026-03-01", to: "2026-03-31" },
  });
  expect(neighbours({ from: "2026-11-25", to: "2026-11-26" })).toEqual({
    previous: { from: "2026-11-23", to: "2026-11-24" },
    next: { from: "2026-11-27", to: "2026-11-28" },
  });
});
