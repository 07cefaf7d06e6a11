import type { Tx } from "db/client.server";
import { allow, type Actor, type Staff } from "~/features/auth/permissions";
import { DomainError } from "~/lib/errors";
import { inTransaction } from "~/lib/write-transaction.server";
import { cancelUnpaid } from "./expire-orders.server";
import { canBecome, transitionRefusal, type OrderStatus } from "./order.rules";
import { orderById, type Order } from "./orders.server";
import { setStatus } from "./set-status.server";

/**
 * Gives an order another status. Asking for the current one changes nothing, so a retried request is harmless.
 * Paid issues tickets; cancelled and refunded void them and release the places. Throws `not_found`, and
 * `conflict` for a status that cannot follow, places that are gone, or an order whose status is no longer the one
 * that was seen, where given.
 */
export function changeOrderStatus(
  actor: Actor,
  id: string,
  next: OrderStatus,
  seen?: string,
): Order {
  allow(actor, "orders.update");

  return inTransaction((tx) => {
    cancelUnpaid(tx, Date.now(), orderById(id));
    const order = orderById(id);
    if (seen && seen !== order.status && canBecome(order.status, next)) {
      throw new DomainError(
        "conflict",
        `Order ${id} is now ${order.status}. Check it, then try again.`,
      );
    }
    return changeStatusIn(tx, actor, order, next);
  }, "places");
}

/**
 * The same inside a larger transaction, for an order as it is there; the reason is shown to the visitor. Throws
 * `conflict` for a status that cannot follow, and places that are gone.
 */
export function changeStatusIn(
  tx: Tx,
  actor: Staff,
  order: Order,
  next: OrderStatus,
  reason = "",
): Order {
  if (order.status === next) return order;
  if (!canBecome(order.status, next)) {
    throw new DomainError("conflict", transitionRefusal(order.status, next));
  }
  setStatus(tx, actor, order, next, { action: "order.status", reason });
  return orderById(order.id);
}
