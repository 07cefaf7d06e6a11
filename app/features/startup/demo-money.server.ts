import { randomInt } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Tx } from "db/connection.server";
import { orders } from "db/schema";
import type { OrderRow } from "~/features/orders/order.types";
import {
  addPayment,
  addRefund,
  moveRefund,
  type PaymentRow,
} from "~/features/payments/ledger.server";
import { demoAccount } from "~/features/payments/payment-providers.server";
import type { DemoCheckout } from "~/features/payments/providers/demo-account.server";
import { HOUR_MS } from "~/lib/dates";
import { randomBase32 } from "~/lib/ids.server";
import { demoShifts } from "./demo-shifts.server";
import { CURRENCY, PAISE_PER_RUPEE } from "~/lib/money";

/** How the invented orders of a demo were paid and refunded, with a few that are left to reconcile. */

const MINUTE = 60_000;

type DemoStaff = { id: string };

/** In the order in which it came, so that the numbers of receipts rise with time. */
export function addDemoMoney(tx: Tx, staff: readonly DemoStaff[], now: number) {
  const paid = tx
    .select()
    .from(orders)
    .all()
    .filter(({ status }) => status === "paid" || status === "refunded")
    .map((order) => ({ order, paidAt: Math.min(now, order.createdAt + randomInt(3 * HOUR_MS)) }))
    .sort((first, other) => first.paidAt - other.paidAt);
  const checkouts: DemoCheckout[] = [];
  const [cashier] = staff;
  const events = [...demoShifts(tx, cashier, now)];
  for (const { order, paidAt } of paid) {
    const by = order.paymentMethod === "cash" && cashier ? cashier : pick(staff);
    const refundedAt = Math.min(now, paidAt + HOUR_MS);
    let payment: PaymentRow | undefined;
    events.push({ at: paidAt, happen: () => (payment = pay(tx, order, paidAt, by, checkouts)) });
    if (order.status !== "refunded") continue;
    events.push({
      at: refundedAt,
      happen: () => payment && refund(tx, order, payment, refundedAt, by),
    });
  }
  for (const { happen } of events.toSorted((first, other) => first.at - other.at)) happen();
  leaveToReconcile(
    tx,
    paid.map(({ order }) => order),
    now,
    checkouts,
  );
  const [first, ...more] = checkouts;
  if (first) demoAccount().save(first, ...more);
}

const pick = <T>(choices: readonly T[]) => choices[randomInt(choices.length)] as T;

/** Cards online, UPI online or by a transfer that staff found, cash at the counter. */
function pay(
  tx: Tx,
  order: OrderRow,
  paidAt: number,
  by: DemoStaff,
  checkouts: DemoCheckout[],
): PaymentRow {
  const money = { amount: order.totalPaise, currency: CURRENCY };
  const common = { order, money, paidAt, method: order.paymentMethod };
  if (order.paymentMethod === "cash")
    return addPayment(tx, {
      ...common,
      provider: "manual",
      providerPaymentId: `${order.id}-1`,
      by,
    });
  if (order.paymentMethod === "upi" && randomInt(2) === 0) {
    const providerPaymentId = String(randomInt(1e11, 1e12 / 4));
    return addPayment(tx, { ...common, provider: "upi", providerPaymentId, by });
  }
  return payAtDemo(tx, order, paidAt, checkouts);
}

function payAtDemo(tx: Tx, order: OrderRow, paidAt: number, checkouts: DemoCheckout[]) {
  const money = { amount: order.totalPaise, currency: CURRENCY };
  const payment = { id: `pay_${randomBase32(14)}`, money, paidAt, isLate: false };
  checkouts.push(checkoutFor(`${order.id}-${checkouts.length + 1}`, payment));
  return addPayment(tx, {
    ...{ order, money, paidAt, method: order.paymentMethod },
    provider: "demo",
    providerPaymentId: payment.id,
    fee: Math.round(order.totalPaise / 50),
    by: "provider",
  });
}

const checkoutFor = (
  reference: string,
  payment: DemoCheckout["payments"][number],
): DemoCheckout => ({
  id: `demo_${randomBase32(14)}`,
  reference,
  money: payment.money,
  description: reference,
  ...{ returnUrl: "", url: "" },
  expiresAt: payment.paidAt + HOUR_MS,
  isClosed: true,
  payments: [payment],
  refunds: [],
});

function refund(tx: Tx, order: OrderRow, payment: PaymentRow, now: number, by: DemoStaff) {
  const row = addRefund(tx, { order, payment, amount: payment.amount, by, now });
  if (row.method === "provider") moveRefund(tx, row, { state: "succeeded" }, now);
}

/** One of each kind: paid twice, for nobody, a rupee short, and a refund that the bank returned. */
function leaveToReconcile(tx: Tx, paid: OrderRow[], now: number, checkouts: DemoCheckout[]) {
  const [twice, refunded] = [
    paid.findLast(({ status }) => status === "paid"),
    paid.findLast(({ status }) => status === "refunded"),
  ];
  const add = (amount: number, more: Partial<Parameters<typeof addPayment>[1]>) => {
    const money = { amount, currency: CURRENCY };
    const payment = {
      id: `pay_${randomBase32(14)}`,
      money,
      paidAt: now - 5 * MINUTE,
      isLate: false,
    };
    checkouts.push(checkoutFor(`demo-${checkouts.length + 1}`, payment));
    return addPayment(tx, {
      ...{ money, paidAt: payment.paidAt, method: "card", by: "provider" },
      provider: "demo",
      providerPaymentId: payment.id,
      ...more,
    });
  };
  if (twice)
    add(twice.totalPaise, {
      order: twice,
      review: "duplicate",
      reviewNote: "The order was paid already",
    });
  add(40 * PAISE_PER_RUPEE, { review: "unmatched", reviewNote: 'It names "ZV-0000-1"' });
  if (!refunded) return;
  const payment = add(refunded.totalPaise, { order: refunded });
  const row = addRefund(tx, { order: refunded, payment, amount: payment.amount, by: "site", now });
  moveRefund(tx, row, { state: "failed", lastError: "The bank returned it" }, now);
  tx.update(orders).set({ refundDue: true }).where(eq(orders.seq, refunded.seq)).run();
}
