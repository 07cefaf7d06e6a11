import { eq } from "drizzle-orm";
import { db, type Reader } from "db/client.server";
import { orders, tickets } from "db/schema";
import { record } from "~/features/audit/record-audit.server";
import { hasOffer } from "~/features/closures/reschedule-offers.server";
import { HOUR_MS } from "~/lib/dates";
import { sameText } from "~/lib/ids.server";
import { DomainError } from "~/lib/errors";
import { queueMoved } from "~/features/mail/enqueue-mail.server";
import { hasComeIn } from "~/features/tickets/tickets.server";
import { inTransaction } from "~/lib/write-transaction.server";
import { slotStart } from "~/lib/time-zone.server";
import { cancelUnpaid, sweepUnpaid } from "~/features/orders/expire-orders.server";
import { holdsPlaces, MOVE_HOURS, REASONS } from "~/features/orders/order.rules";
import type { MoveVisit } from "~/features/orders/order.schema";
import { orderById, unknownOrder, visitorKey, type Order } from "~/features/orders/orders.server";
import { refuseToStay, takePlacesAlong } from "~/features/orders/reservations.server";
import { setStatus } from "~/features/orders/set-status.server";
import { holdAfter, isMovedAlready, refusePastVisit } from "~/features/orders/visit-rules.server";

/** What a visitor may do with the secret link, and nothing else. */

/**
 * The visitor's own order, as it is now: one whose places went back on sale is not shown as waiting to be paid. A
 * wrong key is answered like an unknown order. Throws `not_found`.
 */
export function findOwnOrder(id: string, key: string): Order {
  sweepUnpaid();
  return ownOrder(id, key);
}

function ownOrder(id: string, key: string): Order {
  if (!sameText(visitorKey(id), key)) throw unknownOrder();
  return orderById(id);
}

/**
 * Why a visit can no longer be moved, in words; undefined while it can (up to 24 hours before; at any
 * time when the zoo itself closed the slot).
 */
export function whyNotMove(order: Order, now = Date.now(), reader: Reader = db) {
  if (!holdsPlaces(order.status)) return "Cancelled and refunded bookings cannot be moved";
  if (hasUsedTicket(order, reader)) return "A ticket of this booking has been used";
  const isLate = slotStart(order.visitDate, order.visitSlot) - now < MOVE_HOURS * HOUR_MS;
  return isLate && !hasOffer(order, reader)
    ? `A visit can be moved up to ${MOVE_HOURS} hours before it starts`
    : undefined;
}

/**
 * Moves a visit free of charge; its tickets stay valid. Throws `conflict` when it is too late or there is no
 * room, `invalid` for a past visit and for the slot that it is already in, unless the form was drawn `from` another.
 */
export function moveOwnVisit(id: string, key: string, visit: MoveVisit, from?: string): Order {
  return inTransaction((tx) => {
    const now = Date.now();
    cancelUnpaid(tx, now, visit);
    const order = ownOrder(id, key);
    if (isMovedAlready(order, visit, from)) return order;
    const reason = whyNotMove(order, now, tx);
    if (reason) throw new DomainError("conflict", reason);
    refuseToStay(order, visit);
    refusePastVisit(visit, now);
    const moved = { ...order, ...visit };
    takePlacesAlong(tx, order, moved);
    tx.update(orders)
      .set({ ...visit, heldUntil: holdAfter(order, moved, now), updatedAt: now })
      .where(eq(orders.seq, order.seq))
      .run();
    record(tx, "visitor", {
      action: "order.move",
      target: `order ${id}`,
      before: { visitDate: order.visitDate, visitSlot: order.visitSlot },
      after: visit,
    });
    queueMoved(tx, order, moved);
    return orderById(id);
  }, "places");
}

/**
 * Gives a booking up: an unpaid one at any time, a paid one for a refund when the zoo closed its slot. Otherwise
 * throws `conflict` once it is paid: refunds are the zoo's decision.
 */
export function cancelOwnOrder(id: string, key: string): Order {
  return inTransaction((tx) => {
    const order = ownOrder(id, key);
    if (!holdsPlaces(order.status)) return order;
    const isPaid = order.status === "paid";
    if (isPaid && (!hasOffer(order, tx) || hasUsedTicket(order, tx))) {
      throw new DomainError("conflict", "Only an unpaid booking can be cancelled here");
    }
    const status = isPaid ? "refunded" : "cancelled";
    const reason = isPaid ? REASONS.refundedToVisitor : REASONS.cancelledByVisitor;
    setStatus(tx, "visitor", order, status, { action: "order.cancel", reason });
    return orderById(id);
  }, "places");
}

/** Only a paid order has tickets. */
const hasUsedTicket = ({ status, seq }: Order, reader: Reader) =>
  status === "paid" &&
  reader.select({ code: tickets.code }).from(tickets).where(hasComeIn(seq)).get() !== undefined;
