import { eq } from "drizzle-orm";
import type { Tx } from "db/client.server";
import { orders } from "db/schema";
import { allow, type Actor, type Staff } from "../access";
import { record } from "../audit.server";
import { DomainError } from "../errors";
import { queueMail } from "../mail/outbox.server";
import { issueTickets, voidTickets } from "../ticket/tickets.server";
import { inTransaction } from "../transaction.server";
import { cancelUnpaid } from "./expire.server";
import { canMove, holdsPlaces, moveRefusal, type OrderStatus } from "./order.rules";
import { orderById, type Order } from "./orders.server";
import { holdPlaces, releasePlaces } from "./places.server";

/**
 * Moves an order to another status. Asking for the current one changes nothing, so a retried request is harmless.
 * Paid issues tickets; cancelled and refunded void them and release the places. Throws `not_found`, and
 * `conflict` for a move that is not allowed, places that are gone, or an order whose status is no longer the one
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
    if (seen && seen !== order.status && canMove(order.status, next)) {
      throw new DomainError(
        "conflict",
        `Order ${id} is now ${order.status}. Check it, then try again.`,
      );
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
  if (!canMove(order.status, next)) {
    throw new DomainError("conflict", moveRefusal(order.status, next));
  }

  moveTo(tx, order, next, reason);
  record(tx, actor, {
    action: "order.status",
    target: `order ${order.id}`,
    before: { status: order.status },
    after: { status: next },
  });
  const moved = orderById(order.id);
  const wasPaid = order.status === "paid";
  if (moved.status !== "pending") queueMail(tx, moved.status, moved, { wasPaid });
  return moved;
}

function moveTo(tx: Tx, order: Order, next: OrderStatus, statusReason: string) {
  const held = holdsPlaces(order.status);
  if (!held && holdsPlaces(next)) holdPlaces(tx, order, order.ticketCount);
  if (held && !holdsPlaces(next)) releasePlaces(tx, order, order.ticketCount);

  tx.update(orders)
    .set({ status: next, statusReason, updatedAt: Date.now() })
    .where(eq(orders.seq, order.seq))
    .run();

  if (next === "paid") issueTickets(tx, order);
  else voidTickets(tx, order.seq);
}
