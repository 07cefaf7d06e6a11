import { eq } from "drizzle-orm";
import { db, type Tx } from "db/client.server";
import { orders, tickets } from "db/schema";
import { record } from "../audit.server";
import { hasOffer } from "../capacity/offers.server";
import { sameText } from "../codes.server";
import { DomainError } from "../errors";
import { hasComeIn, voidTickets } from "../ticket/tickets.server";
import { queueMail, queueMoved } from "../mail/outbox.server";
import { inTransaction } from "../transaction.server";
import { slotStart } from "../zoo-time.server";
import { cancelUnpaid } from "./expire.server";
import { holdsPlaces } from "./order.rules";
import type { MoveVisit } from "./order.schema";
import { orderById, visitorKey, type Order } from "./orders.server";
import { holdPlaces, refuseToStay, releasePlaces } from "./places.server";
import { heldUntil, refusePastVisit } from "./visit.server";

/** What a visitor may do with the secret link, and nothing else. */

const DAY_MS = 86_400_000;

/** The visitor's own order. A wrong key is answered like an unknown order. Throws `not_found`. */
export function findOwnOrder(id: string, key: string): Order {
  if (!sameText(visitorKey(id), key)) throw new DomainError("not_found", "Order not found");
  return orderById(id);
}

/**
 * Why a visit cannot be moved any more, in words; undefined while it can (spec 9: up to 24 hours before;
 * without an end where the zoo itself closed the slot).
 */
export function whyNotMove(order: Order, now = Date.now(), reader: Tx | typeof db = db) {
  if (!holdsPlaces(order.status)) return "Cancelled and refunded bookings cannot be moved";
  if (hasUsedTicket(order.seq, reader)) return "A ticket of this booking has been used";
  const isLate = slotStart(order.visitDate, order.visitSlot) - now < DAY_MS;
  return isLate && !hasOffer(order, reader)
    ? "A visit can be moved up to 24 hours before it starts"
    : undefined;
}

/**
 * Moves a visit free of charge; its tickets stay valid. Throws `conflict` when it is too late or there is
 * no room, `invalid` for a visit in the past and for the slot in which it is already.
 */
export function moveOwnVisit(id: string, key: string, visit: MoveVisit): Order {
  return inTransaction((tx) => {
    const now = Date.now();
    cancelUnpaid(tx, now, visit);
    const order = findOwnOrder(id, key);
    const reason = whyNotMove(order, now, tx);
    if (reason) throw new DomainError("conflict", reason);
    refuseToStay(order, visit);
    refusePastVisit(visit, now);
    releasePlaces(tx, order, order.ticketCount);
    holdPlaces(tx, visit, order.ticketCount);
    const hold =
      order.paymentMethod === "cash" ? heldUntil({ ...order, ...visit }, now) : order.heldUntil;
    tx.update(orders)
      .set({ ...visit, heldUntil: hold, updatedAt: now })
      .where(eq(orders.seq, order.seq))
      .run();
    record(tx, "visitor", {
      action: "order.move",
      target: `order ${id}`,
      before: { visitDate: order.visitDate, visitSlot: order.visitSlot },
      after: visit,
    });
    queueMoved(tx, order, { ...order, ...visit });
    return orderById(id);
  }, "places");
}

/**
 * Gives a booking up: an unpaid one at any time, a paid one for its money back where the zoo closed its
 * slot. Otherwise throws `conflict` once it is paid: the zoo refunds, not the visitor.
 */
export function cancelOwnOrder(id: string, key: string): Order {
  return inTransaction((tx) => {
    const order = findOwnOrder(id, key);
    if (!holdsPlaces(order.status)) return order;
    const isPaid = order.status === "paid";
    if (isPaid && (!hasOffer(order, tx) || hasUsedTicket(order.seq, tx))) {
      throw new DomainError("conflict", "Only an unpaid booking can be cancelled here");
    }
    const status = isPaid ? "refunded" : "cancelled";
    const statusReason = isPaid ? "You asked for your money back" : "You cancelled it";
    releasePlaces(tx, order, order.ticketCount);
    voidTickets(tx, order.seq);
    tx.update(orders)
      .set({ status, statusReason, updatedAt: Date.now() })
      .where(eq(orders.seq, order.seq))
      .run();
    record(tx, "visitor", {
      action: "order.cancel",
      target: `order ${id}`,
      before: { status: order.status },
      after: { status },
    });
    queueMail(tx, status, order);
    return orderById(id);
  }, "places");
}

const hasUsedTicket = (orderSeq: number, reader: Tx | typeof db) =>
  reader.select({ code: tickets.code }).from(tickets).where(hasComeIn(orderSeq)).get() !==
  undefined;
