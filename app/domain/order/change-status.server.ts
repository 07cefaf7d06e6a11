import type { Tx } from "db/client.server";
import { allow, type Actor, type Staff } from "../access";
import { DomainError } from "../errors";
import { inTransaction } from "../transaction.server";
import { cancelUnpaid } from "./expire.server";
import { canBecome, transitionRefusal, type OrderStatus } from "./order.rules";
import { orderById, type Order } from "./orders.server";
import { setStatus } from "./set-status.server";

/**
 * Gives an order another status. Asking for the status it already has changes nothing, so a retried request is
 * harmless. Paid issues tickets; cancelled and refunded void them and give the places back.
 * Throws `not_found`, and `conflict` for a status that cannot follow, places that are gone, or an order that
 * no longer has the status in which it was seen, where that is given.
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
      throw new DomainError("conflict", `Order ${id} is ${order.status} by now. Look at it again.`);
    }
    return changeStatusIn(tx, actor, order, next);
  }, "places");
}

/** The same inside a transaction that changes more; the reason is for the visitor to read. */
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
