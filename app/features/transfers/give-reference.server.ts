import type { Tx } from "db/connection.server";
import { bankReferences } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { findVisitorOrder } from "~/features/booking/visitor-order.server";
import { expireUnpaid } from "~/features/orders/expire-orders.server";
import type { Order } from "~/features/orders/order.types";
import { orderById } from "~/features/orders/orders.server";
import { takesTransfer } from "~/features/orders/upi.server";
import { DomainError } from "~/lib/errors";
import { transaction } from "~/lib/write-transaction.server";
import { otherOrderOf, waitingReference } from "./bank-references.server";

/**
 * The visitor says which transfer pays the order, and may correct it while the order is pending. Repeating it changes
 * nothing. Throws `not_found` for a wrong key, and `conflict`.
 */
export function giveReference(id: string, key: string, reference: string): Order {
  findVisitorOrder(id, key);
  return transaction((tx) => {
    const now = Date.now();
    expireUnpaid(tx, now);
    const order = orderById(id);
    if (waitingReference(order.seq, tx) === reference) return order;
    if (!takesTransfer(order)) throw notPending(order);
    assertUnused(tx, order, reference);
    const given = { reference, createdAt: now, notFoundAt: null };
    tx.insert(bankReferences)
      .values({ orderSeq: order.seq, ...given })
      .onConflictDoUpdate({ target: bankReferences.orderSeq, set: given })
      .run();
    recordAudit(tx, "visitor", { action: "order.reference", target: `order ${id}` });
    return order;
  }, "none");
}

const notPending = ({ status }: Order) =>
  new DomainError(
    "conflict",
    status === "pending"
      ? "This booking is not paid by UPI transfer. Write to us if you have paid so."
      : `This booking is ${status} already. Write to us if you have paid by UPI.`,
  );

function assertUnused(tx: Tx, order: Order, reference: string) {
  if (otherOrderOf(reference, order, tx) === undefined) return;
  const message = "Another booking has this reference. Check its digits, or write to us.";
  throw new DomainError("conflict", message, [{ path: "upiReference", message }]);
}
