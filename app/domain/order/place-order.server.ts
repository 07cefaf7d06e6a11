import { eq, sql } from "drizzle-orm";
import type { Tx } from "db/client.server";
import { idempotencyKeys, orderItems, orders } from "db/schema";
import { record } from "../audit.server";
import { sha256 } from "../codes.server";
import { DomainError } from "../errors";
import { inTransaction } from "../transaction.server";
import { zooDay } from "../zoo-time.server";
import { queueMail } from "../mail/outbox.server";
import { cancelUnpaid } from "./expire.server";
import { priceOf, type Price } from "./order.rules";
import type { Booking } from "./order.schema";
import { orderById, orderNumber, type Order } from "./orders.server";
import { holdPlaces } from "./places.server";
import { countColumns } from "./ticket-counts";
import { heldUntil, refusePastVisit } from "./visit.server";

/**
 * Takes a booking: prices it, holds its places and writes it, all or nothing. With a key, the same
 * booking again gives the same order again; another booking under that key throws `mismatch`.
 * Throws `invalid` for a visit in the past and `conflict` when it does not fit (contract 5).
 */
export function placeOrder(booking: Booking, key?: string): { order: Order; replayed: boolean } {
  const bodyHash = sha256(JSON.stringify(booking));
  return inTransaction((tx) => {
    const earlier = key ? orderUnder(tx, key, bodyHash) : undefined;
    if (earlier) return { order: earlier, replayed: true };

    const now = Date.now();
    refusePastVisit(booking, now);
    cancelUnpaid(tx, now);
    const price = priceOf(booking.counts, booking.promoCode);
    holdPlaces(tx, booking, price.tickets);

    const order = write(tx, booking, price, now);
    if (key) {
      tx.insert(idempotencyKeys)
        .values({ key, bodyHash, orderSeq: order.seq, createdAt: now })
        .run();
    }
    record(tx, "visitor", {
      action: "order.place",
      target: `order ${order.id}`,
      after: { visitDate: order.visitDate, visitSlot: order.visitSlot, total: price.totalPaise },
    });
    queueMail(tx, "booked", order);
    return { order, replayed: false };
  });
}

function orderUnder(tx: Tx, key: string, bodyHash: string) {
  const found = tx
    .select({ bodyHash: idempotencyKeys.bodyHash, id: orders.id })
    .from(idempotencyKeys)
    .innerJoin(orders, eq(orders.seq, idempotencyKeys.orderSeq))
    .where(eq(idempotencyKeys.key, key))
    .get();
  if (!found) return undefined;
  if (found.bodyHash === bodyHash) return orderById(found.id, tx);
  throw new DomainError(
    "mismatch",
    "Already booked with other details; to book again, send it as a new booking",
  );
}

function write(tx: Tx, booking: Booking, price: Price, now: number): Order {
  const seq = nextSeq(tx);
  const row = {
    seq,
    id: orderNumber(seq),
    visitDate: booking.visitDate,
    visitSlot: booking.visitSlot,
    contactName: booking.contact.name,
    contactEmail: booking.contact.email,
    contactPhone: booking.contact.phone,
    subtotalPaise: price.subtotalPaise,
    discountPaise: price.discountPaise,
    totalPaise: price.totalPaise,
    promoCode: booking.promoCode,
    paymentMethod: booking.paymentMethod,
    ticketCount: price.tickets,
    ...countColumns(booking.counts),
    heldUntil: heldUntil(booking, now),
    placedOn: zooDay(now),
    createdAt: now,
    updatedAt: now,
  };
  const order = tx.insert(orders).values(row).returning().get();
  tx.insert(orderItems)
    .values(price.lines.map((line) => ({ orderSeq: seq, ...line })))
    .run();
  return { ...order, lines: price.lines };
}

/** Numbers are never given twice, not even after the newest order was deleted. */
function nextSeq(tx: Tx) {
  const last = tx.get<{ seq: number } | undefined>(
    sql`SELECT seq FROM sqlite_sequence WHERE name = 'orders'`,
  );
  return (last?.seq ?? 0) + 1;
}
