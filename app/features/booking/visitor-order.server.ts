import { eq } from "drizzle-orm";
import { db, type Reader } from "db/connection.server";
import { orders } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { hasRescheduleOffer } from "~/features/closures/reschedule-offers.server";
import { HOUR_MS } from "~/lib/dates";
import { timingSafeEqualText } from "~/lib/crypto.server";
import { ALL_INSIDE } from "~/lib/error-messages";
import { DomainError } from "~/lib/errors";
import { enqueueRescheduled } from "~/features/mail/enqueue-mail.server";
import { enqueueOrderEvent } from "~/features/webhooks/enqueue-event.server";
import { assertInsideKnown } from "~/features/tickets/people-inside.server";
import { countInside } from "~/features/tickets/tickets.server";
import { transaction } from "~/lib/write-transaction.server";
import { expireUnpaid, expireOverdue } from "~/features/orders/expire-orders.server";
import { expiryAfterEdit } from "~/features/groups/group-orders.server";
import { isActive, STATUS_REASONS } from "~/features/orders/order-status";
import type { MoveVisit } from "~/features/orders/order.schema";
import {
  confirmationKey,
  linkVersionOf,
  orderById,
  orderNotFound,
  orderAccessKey,
} from "~/features/orders/orders.server";
import type { Order } from "~/features/orders/order.types";
import { assertDifferentSlot, moveReservation } from "~/features/orders/reservations.server";
import { changeOrderStatus } from "~/features/orders/order-status.server";
import { assertSlotLimits } from "~/features/orders/unpaid-limits.server";
import {
  wasRescheduledBefore,
  assertVisitNotPast,
  assertWithinBookingWindow,
  canConfirm,
  expiresAt,
} from "~/features/orders/visit-rules.server";
import { slotStart } from "~/features/slots/slot-times.server";
import { MOVE_HOURS } from "~/features/orders/visit-limits";

/** Everything that the visitor's secret link permits. */

/**
 * The visitor's order; an expired one is returned as cancelled. Throws `not_found` for an unknown order and for a
 * wrong key.
 */
export function findVisitorOrder(id: string, key: string): Order {
  expireOverdue();
  return ownOrder(id, key);
}

function ownOrder(id: string, key: string): Order {
  if (!timingSafeEqualText(orderAccessKey(id, linkVersionOf(id)), key)) throw orderNotFound();
  return orderById(id);
}

/**
 * Why a visit cannot be moved; undefined if it can: up to 24 hours before, or at any time if the zoo closed the slot.
 */
export function rescheduleBlockedReason(order: Order, now = Date.now(), reader: Reader = db) {
  if (!isActive(order.status)) return "Cancelled and refunded bookings cannot be moved";
  if (countInside(order.seq, reader) === order.ticketCount) return ALL_INSIDE;
  const isLate = slotStart(order.visitDate, order.visitSlot) - now < MOVE_HOURS * HOUR_MS;
  return isLate && !hasRescheduleOffer(order, reader)
    ? `A visit can be moved up to ${MOVE_HOURS} hours before it starts`
    : undefined;
}

/**
 * Moves those who are not inside yet; their tickets stay valid. Throws `conflict` when it is too late or there is no
 * room, `invalid` for a past visit and for its current slot, unless the form was opened (`from`) for another slot, and
 * UnknownInside.
 */
export function rescheduleAsVisitor(
  id: string,
  key: string,
  visit: MoveVisit,
  from?: string,
  knownInside?: number,
): Order {
  return transaction((tx) => {
    const now = Date.now();
    expireUnpaid(tx, now, visit);
    const order = ownOrder(id, key);
    if (wasRescheduledBefore(order, visit, from)) return order;
    const reason = rescheduleBlockedReason(order, now, tx);
    if (reason) throw new DomainError("conflict", reason);
    assertDifferentSlot(order, visit);
    assertVisitNotPast(visit, now);
    assertWithinBookingWindow(visit.visitDate, now);
    assertInsideKnown(order, knownInside);
    const isLimited = order.status === "pending" && order.network !== "";
    if (isLimited && !hasRescheduleOffer(order, tx))
      assertSlotLimits(tx, visit, order.ticketCount, order.network);
    const moved = { ...order, ...visit };
    moveReservation(tx, order, moved, countInside(order.seq, tx), "public");
    tx.update(orders)
      .set({ ...visit, expiresAt: expiryAfterEdit(order, moved, now), updatedAt: now })
      .where(eq(orders.seq, order.seq))
      .run();
    recordAudit(tx, "visitor", {
      action: "order.move",
      target: `order ${id}`,
      before: { visitDate: order.visitDate, visitSlot: order.visitSlot },
      after: visit,
    });
    if (order.status === "paid") enqueueRescheduled(tx, order, moved); // a stranger can book under any address
    enqueueOrderEvent(tx, "order.moved", id);
    return orderById(id);
  }, "availability");
}

/**
 * Confirms a booking to be paid in cash from its mail, so that its places are held until the slot ends. Repeating it
 * changes nothing. Throws `conflict` for a key that the mail does not have, and for a booking that is no longer open.
 */
export function confirmAsVisitor(id: string, key: string, proof: string): Order {
  return transaction((tx) => {
    const now = Date.now();
    expireUnpaid(tx, now);
    const order = ownOrder(id, key);
    if (!isConfirmationKey(order, proof)) {
      throw new DomainError("conflict", "This link is not valid. Open the newest email about it.");
    }
    if (order.confirmed || order.status === "paid") return order;
    if (!canConfirm(order)) {
      throw new DomainError("conflict", `This booking is ${order.status}. Book again to come.`);
    }
    const confirmed = { ...order, confirmed: true };
    tx.update(orders)
      .set({ confirmed: true, expiresAt: expiresAt(confirmed, now), updatedAt: now })
      .where(eq(orders.seq, order.seq))
      .run();
    recordAudit(tx, "visitor", { action: "order.confirm", target: `order ${id}` });
    return orderById(id);
  }, "none");
}

export const isConfirmationKey = (order: Order, proof: string) =>
  timingSafeEqualText(confirmationKey(order), proof.toUpperCase());

/**
 * Cancels an unpaid booking, or refunds those of a paid one who are not inside if the zoo closed its slot. Throws
 * `conflict` for other paid bookings, and UnknownInside.
 */
export function cancelAsVisitor(id: string, key: string, knownInside?: number): Order {
  return transaction((tx) => {
    const order = ownOrder(id, key);
    if (!isActive(order.status)) return order;
    const isPaid = order.status === "paid";
    if (isPaid && !hasRescheduleOffer(order, tx)) {
      throw new DomainError("conflict", "Only an unpaid booking can be cancelled here");
    }
    assertInsideKnown(order, knownInside);
    const status = isPaid ? "refunded" : "cancelled";
    const reason = isPaid ? STATUS_REASONS.refundedToVisitor : STATUS_REASONS.cancelledByVisitor;
    changeOrderStatus(tx, "visitor", order, status, { action: "order.cancel", reason });
    return orderById(id);
  }, "availability");
}
