import { eq } from "drizzle-orm";
import type { Tx } from "db/connection.server";
import { orders } from "db/schema";
import { authorize, type Actor } from "~/features/auth/permissions";
import { recordAudit } from "~/features/audit/record-audit.server";
import { DomainError } from "~/lib/errors";
import {
  balanceOf,
  openRefundsOfOrder,
  paymentsOfOrder,
  refundablePaise,
} from "~/features/payments/ledger.server";
import { isProvider } from "~/features/payments/payment.rules";
import { enqueueDeletion } from "~/features/webhooks/enqueue-event.server";
import { transaction } from "~/lib/write-transaction.server";
import { countInside } from "~/features/tickets/tickets.server";
import { formatRupees } from "~/lib/money";
import { isActive } from "./order-status";
import type { OrderRow } from "./order.types";
import { orderById } from "./orders.server";
import { releasePlaces } from "./reservations.server";

/**
 * Deletes an order with its tickets and releases the places of those who have not come; its payments and refunds stay in
 * the ledger. Throws `not_found`, and `conflict` while a provider's money for it is here, or a part of a group's price.
 */
export function deleteOrder(actor: Actor, id: string) {
  authorize(actor, "orders.delete");

  transaction((tx) => {
    const order = orderById(id);
    assertNoProviderMoney(tx, order.seq);
    assertNoPart(tx, order);
    if (isActive(order.status)) {
      releasePlaces(tx, order, order.ticketCount - countInside(order.seq, tx));
      enqueueDeletion(tx, id);
    }
    tx.delete(orders).where(eq(orders.seq, order.seq)).run();
    recordAudit(tx, actor, {
      action: "order.delete",
      target: `order ${id}`,
      before: { status: order.status, visitDate: order.visitDate, total: order.totalPaise },
    });
  }, "availability");
}

function assertNoProviderMoney(tx: Tx, seq: number) {
  const isHeld = paymentsOfOrder(seq).some(
    (payment) => isProvider(payment.provider) && refundablePaise(payment, tx) > 0,
  );
  if (isHeld || openRefundsOfOrder(seq, tx).length > 0)
    throw new DomainError("conflict", "It was paid online: refund it first, then delete it");
}

/** Cancelled first, it is listed with what is due back. */
function assertNoPart(tx: Tx, { seq, status }: OrderRow) {
  const paid = status === "pending" ? balanceOf(seq) : 0;
  if (paid > 0)
    throw new DomainError(
      "conflict",
      `${formatRupees(paid)} has been paid for it: cancel it first, give the money back, then delete it`,
    );
}
