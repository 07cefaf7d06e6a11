import { eq } from "drizzle-orm";
import type { Tx } from "db/connection.server";
import { orders } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, can, type Actor, type Staff } from "~/features/auth/permissions";
import { admit } from "~/features/gate/admission.server";
import { hasIdempotencyKey, insertOrder } from "~/features/orders/create-order.server";
import { expireUnpaid } from "~/features/orders/expire-orders.server";
import { changeOrderStatus } from "~/features/orders/order-status.server";
import type { Order } from "~/features/orders/order.types";
import { orderById } from "~/features/orders/orders.server";
import type { Booker } from "~/features/orders/unpaid-limits.server";
import { assertVisitNotPast } from "~/features/orders/visit-rules.server";
import { missingPaise } from "~/features/payments/ledger.server";
import { formatTickets } from "~/features/tariff/tariff.server";
import { issuePartyCode } from "~/features/tickets/party-codes.server";
import { activeTicketsOfOrder } from "~/features/tickets/tickets.server";
import { formatLongDate } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { formatRupees } from "~/lib/money";
import { toLocalDate } from "~/lib/time-zone.server";
import { transaction } from "~/lib/write-transaction.server";
import type { CounterPayment, Sale } from "./counter.schema";

const COUNTER: Booker = { isStaff: true, isLimited: false, network: "", channel: "counter" };

/**
 * Sells tickets of today: price, places, order, payment, receipt, tickets and party code, all or nothing, and lets the
 * people in if that is wished, the seller may, and their slot is on. The same key sells once. Throws `forbidden`,
 * `invalid` for a past slot, a wrong code or too little cash, `conflict` for another day or when the slot has too few
 * places, and `mismatch` for another sale under that key.
 */
export function sell(actor: Actor, { received, admits, ...sale }: Sale, key?: string): Order {
  authorize(actor, "counter.sell");
  return transaction((tx) => {
    if (!hasIdempotencyKey(key)) assertToday(sale.visitDate);
    const { order, replayed } = insertOrder(tx, sale, key, COUNTER);
    if (replayed) return order;
    assertEnough(received, order.totalPaise);
    recordAudit(tx, actor, {
      action: "counter.sell",
      target: `order ${order.id}`,
      after: {
        visitDate: order.visitDate,
        visitSlot: order.visitSlot,
        tickets: formatTickets(order.lines),
        paymentMethod: order.paymentMethod,
        total: order.totalPaise,
      },
    });
    settle(tx, actor, order, admits);
    return orderById(order.id);
  }, "availability");
}

/** Of a page that was opened before midnight, as its slots are those of another day. */
function assertToday(day: string) {
  const today = toLocalDate();
  if (day === today) return;
  const message = `Today is ${formatLongDate(today)}. Check the slot, then sell again.`;
  throw new DomainError("conflict", message, [{ path: "visitSlot", message }]);
}

/**
 * Takes the money for an order that waits for it. `isPaid`: somebody else has taken it before. Throws `forbidden`,
 * `not_found`, `invalid` for a past visit or too little cash, and `conflict` for an order that cannot be paid, of which
 * another amount is due than was shown, or whose places are gone.
 */
export function payAtCounter(
  actor: Actor,
  id: string,
  { paymentMethod, received, admits, shownDue }: CounterPayment,
): { order: Order; isPaid: boolean } {
  authorize(actor, "counter.sell");
  return transaction((tx) => {
    const now = Date.now();
    expireUnpaid(tx, now, orderById(id));
    const before = orderById(id);
    if (before.status === "paid") return { order: before, isPaid: true };
    if (before.status === "refunded")
      throw new DomainError("conflict", "The order was refunded. Sell new tickets instead.");
    assertVisitNotPast(before, now);
    const due = missingPaise(before);
    assertShown(shownDue, due);
    assertEnough(received, due);
    tx.update(orders)
      .set({ paymentMethod, confirmed: true, updatedAt: now })
      .where(eq(orders.seq, before.seq))
      .run();
    recordAudit(tx, actor, {
      action: "counter.pay",
      target: `order ${id}`,
      before: { paymentMethod: before.paymentMethod },
      after: { paymentMethod },
    });
    settle(tx, actor, orderById(id), admits);
    return { order: orderById(id), isPaid: false };
  }, "availability");
}

/** Lets in all of a paid order who are not inside. Throws `forbidden`, `not_found`, and `conflict` when it is not their time. */
export function admitFromSlip(actor: Actor, id: string) {
  authorize(actor, "counter.sell");
  return transaction((tx) => {
    const verdict = admitAll(tx, actor, orderById(id));
    if (verdict !== "in" && verdict !== "used")
      throw new DomainError("conflict", "These tickets are not for now");
  }, "none");
}

/** Without a reference: this money is in the till, not at the bank. */
function settle(tx: Tx, actor: Staff, order: Order, admits: boolean) {
  changeOrderStatus(tx, actor, order, "paid", { upiReference: "" });
  issuePartyCode(tx, order.seq);
  if (admits && can(actor, "tickets.check-in")) admitAll(tx, actor, order);
}

/** Nobody where it is not their time; the slip says so. */
function admitAll(tx: Tx, actor: Staff, { seq }: Order) {
  const [ticket] = activeTicketsOfOrder(seq);
  if (!ticket) return "void";
  const scan = { code: ticket.code, at: Date.now(), override: false, party: true };
  return admit(tx, actor, scan).verdict;
}

/** Somebody else may have taken a part since. */
function assertShown(shown: number | undefined, duePaise: number) {
  if (shown === undefined || shown === duePaise) return;
  throw new DomainError(
    "conflict",
    `${formatRupees(duePaise)} is to be paid by now, not ${formatRupees(shown)}. Take that, then press again.`,
  );
}

function assertEnough(received: number | undefined, duePaise: number) {
  if (received === undefined || received >= duePaise) return;
  const message = `${formatRupees(duePaise - received)} too little`;
  throw new DomainError("invalid", message, [{ path: "received", message }]);
}

/** For an order that was not paid at the counter: its slip needs a party code. Throws `forbidden`, `not_found`, and `conflict` for one that is not paid. */
export function prepareSlip(actor: Actor, id: string) {
  authorize(actor, "counter.sell");
  transaction((tx) => {
    const { seq, status } = orderById(id);
    if (status !== "paid") throw new DomainError("conflict", `The order is ${status} by now`);
    issuePartyCode(tx, seq);
  }, "none");
}
