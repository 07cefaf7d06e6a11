import { eq } from "drizzle-orm";
import type { Tx } from "db/connection.server";
import { orders } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor, type Staff } from "~/features/auth/permissions";
import { addNote } from "~/features/order-notes/notes.server";
import { expireUnpaid } from "~/features/orders/expire-orders.server";
import { orderChangedError } from "~/features/orders/order-status";
import { changeOrderStatus } from "~/features/orders/order-status.server";
import { orderById } from "~/features/orders/orders.server";
import type { Order } from "~/features/orders/order.types";
import { addPayment, paymentsOfOrder } from "~/features/payments/ledger.server";
import { takeReference } from "~/features/transfers/bank-references.server";
import { DomainError } from "~/lib/errors";
import { CURRENCY, formatRupees } from "~/lib/money";
import { assertNotStale } from "~/lib/optimistic-lock";
import { transaction } from "~/lib/write-transaction.server";
import { amountToPay, duePaise, groupExpiry, requireGroupOrder } from "./group-orders.server";
import type { PartPayment } from "./group.schema";
import { PART_METHODS } from "./groups.rules";

/**
 * A part of a group's price has come by hand. With the last part the order is paid, with tickets and party code; with an
 * earlier one it is held until its slot ends. Throws `invalid` for more than is due, and `conflict` for an order that is
 * not pending or no longer at `version`.
 */
export function recordPartPayment(
  actor: Actor,
  id: string,
  part: PartPayment,
  version?: number,
): Order {
  authorize(actor, "orders.update");
  return transaction((tx) => {
    expireUnpaid(tx, Date.now(), orderById(id));
    const order = orderById(id);
    requireGroupOrder(order.seq);
    assertNotStale("order", order, version);
    if (order.status !== "pending") throw new DomainError("conflict", orderChangedError(order));
    const due = duePaise(order);
    if (part.amount > due) throw tooMuch(due);
    addPart(tx, actor, order, part);
    followPart(tx, actor, order);
    return orderById(id);
  }, "availability");
}

function tooMuch(due: number) {
  const message = `Only ${formatRupees(due)} is due`;
  return new DomainError("invalid", message, [{ path: "amount", message }]);
}

/** Adds the money to the ledger. A reference that is not of UPI becomes a note. */
export function addPart(
  tx: Tx,
  by: Staff,
  order: Order,
  { amount, method, reference }: PartPayment,
) {
  const isUpi = method === "upi" && reference !== "";
  const upiReference = isUpi ? takeReference(tx, order, reference) : "";
  addPayment(tx, {
    provider: upiReference ? "upi" : "manual",
    providerPaymentId: upiReference || `${order.id}-${paymentsOfOrder(order.seq).length + 1}`,
    money: { amount, currency: CURRENCY },
    method,
    order,
    paidAt: Date.now(),
    by,
  });
  if (reference && !isUpi)
    addNote(tx, by, order.seq, `${formatRupees(amount)}, ${PART_METHODS[method]}: ${reference}`);
  recordAudit(tx, by, {
    action: "group.payment",
    target: `order ${order.id}`,
    after: { amountPaise: amount, method: PART_METHODS[method] },
  });
}

/**
 * A group's order follows money that is in the ledger: it is paid with the last of its price, and held until its slot
 * ends before that. Throws `conflict` when some is missing of an order whose places are free again.
 */
export function followPart(tx: Tx, by: Staff, order: Order) {
  const missing = amountToPay(order);
  if (missing === 0) return changeOrderStatus(tx, by, order, "paid", { isSettled: true });
  if (order.status !== "pending")
    throw new DomainError(
      "conflict",
      `The order is ${order.status}, and ${formatRupees(missing)} of its price would still be missing. Refund it.`,
    );
  const { holdUntil } = requireGroupOrder(order.seq);
  const expiresAt = groupExpiry(order, holdUntil, true);
  tx.update(orders)
    .set({ expiresAt, updatedAt: Date.now() })
    .where(eq(orders.seq, order.seq))
    .run();
}
