import { eq, getTableColumns, inArray, lte, sql } from "drizzle-orm";
import { db, type Tx } from "db/client.server";
import { idempotencyKeys, orderItems, orders } from "db/schema";
import { record } from "~/features/audit/record-audit.server";
import { DAY_MS } from "~/lib/dates";
import { sha256 } from "~/lib/ids.server";
import { DomainError } from "~/lib/errors";
import { queueMail } from "~/features/mail/enqueue-mail.server";
import { OTHER_DETAILS } from "~/lib/error-messages";
import { inserting } from "~/lib/sql.server";
import { inGroup, inTransaction } from "~/lib/write-transaction.server";
import { zooDay } from "~/lib/time-zone.server";
import { cancelUnpaid } from "./expire-orders.server";
import { CURRENCY, holdsPlaces, priceOf, type Price } from "./order.rules";
import type { Booking } from "./order.schema";
import { orderById, orderNumber, type Order } from "./orders.server";
import { holdPlaces } from "./reservations.server";
import { countColumns } from "./ticket-counts";
import { heldUntil, refusePastVisit } from "./visit-rules.server";

type Placed = { order: Order; replayed: boolean };

/**
 * Takes a booking: prices it, holds its places and stores it, all or nothing; simultaneous bookings share one
 * wait for the disk. With a key, the same booking gives the same order again; another booking under that key
 * throws `mismatch`. Throws `invalid` for a past visit and `conflict` when it does not fit (contract 5).
 */
export const placeOrder = (booking: Booking, key?: string): Promise<Placed> =>
  inGroup((tx) => placeIn(tx, booking, key), "places");

/**
 * The same for a form. An old page may resend one whose booking was cancelled since: that is not presented as a new
 * booking. Throws `mismatch` then.
 */
export async function placeFromForm(booking: Booking, key?: string): Promise<Placed> {
  const placed = await placeOrder(booking, key);
  const { order, replayed } = placed;
  if (replayed && !holdsPlaces(order.status)) {
    throw new DomainError(
      "mismatch",
      `Booking ${order.id} was made with this form and is ${order.status}. Book again to make a new one.`,
    );
  }
  return placed;
}

/** The same inside a running transaction. */
export function placeIn(tx: Tx, booking: Booking, key?: string): Placed {
  const bodyHash = key ? sha256(JSON.stringify(booking)) : "";
  const earlier = key ? orderUnder(tx, key, bodyHash) : undefined;
  if (earlier) return { order: earlier, replayed: true };

  const now = Date.now();
  refusePastVisit(booking, now);
  cancelUnpaid(tx, now, booking);
  const price = priceOf(booking.counts, booking.promoCode);
  holdPlaces(tx, booking, price.ticketCount);

  const order = write(booking, price, now);
  if (key) addKey({ key, bodyHash, orderSeq: order.seq, createdAt: now });
  record(tx, "visitor", {
    action: "order.place",
    target: `order ${order.id}`,
    after: { visitDate: order.visitDate, visitSlot: order.visitSlot, total: price.totalPaise },
  });
  queueMail(tx, "booked", order);
  return { order, replayed: false };
}

function orderUnder(tx: Tx, key: string, bodyHash: string) {
  const found = bookedUnder.get({ key });
  if (!found) return undefined;
  if (found.bodyHash === bodyHash) return orderById(orderNumber(found.orderSeq));
  throw new DomainError("mismatch", OTHER_DETAILS);
}

function write(booking: Booking, price: Price, now: number): Order {
  const seq = (lastSeq.get()?.seq ?? 0) + 1;
  const order = {
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
    currency: CURRENCY,
    paymentMethod: booking.paymentMethod,
    status: "pending" as const,
    statusReason: "",
    owed: false,
    ticketCount: price.ticketCount,
    ...countColumns(booking.counts),
    heldUntil: heldUntil(booking, now),
    placedOn: zooDay(now),
    createdAt: now,
    updatedAt: now,
  };
  addOrder(order);
  for (const line of price.lines) addItem({ orderSeq: seq, ...line });
  return { ...order, lines: price.lines };
}

/** Whether a booking was made under the key: under it no other is made. */
export const isBookedUnder = (key: string | undefined) =>
  key !== undefined && bookedUnder.get({ key }) !== undefined;

const bookedUnder = db
  .select({ bodyHash: idempotencyKeys.bodyHash, orderSeq: idempotencyKeys.orderSeq })
  .from(idempotencyKeys)
  .where(eq(idempotencyKeys.key, sql.placeholder("key")))
  .prepare();

/** Numbers are never reused, not even after the newest order was deleted. */
const lastSeq = db
  .select({ seq: sql<number>`seq` })
  .from(sql`sqlite_sequence`)
  .where(sql`name = 'orders'`)
  .prepare();

const addKey = inserting(idempotencyKeys, "key", "bodyHash", "orderSeq", "createdAt");
const addItem = inserting(orderItems, "orderSeq", "ticketType", "quantity", "unitPricePaise");
const addOrder = inserting(
  orders,
  ...(Object.keys(getTableColumns(orders)) as (keyof typeof orders.$inferInsert)[]),
);

/** Keys protect retries, and nobody retries for longer than this. */
const KEY_MS = DAY_MS;
const FORGOTTEN_AT_ONCE = 500;

/** Returns whether there are more. */
export function forgetOldKeys(): "more" | "done" {
  const { key, createdAt } = idempotencyKeys;
  const old = db
    .select({ key })
    .from(idempotencyKeys)
    .where(lte(createdAt, Date.now() - KEY_MS))
    .limit(FORGOTTEN_AT_ONCE);
  const gone = inTransaction(
    (tx) => tx.delete(idempotencyKeys).where(inArray(key, old)).run(),
    "nothing",
  );
  return gone.changes === FORGOTTEN_AT_ONCE ? "more" : "done";
}
