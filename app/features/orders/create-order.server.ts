import { eq, getTableColumns, inArray, lte, sql } from "drizzle-orm";
import { db, type Tx } from "db/connection.server";
import { prepared } from "db/prepared.server";
import { idempotencyKeys, orderItems, orders } from "db/schema";
import type { Staff } from "~/features/auth/permissions";
import { recordAudit } from "~/features/audit/record-audit.server";
import { DAY_MS } from "~/lib/dates";
import { sha256 } from "~/lib/crypto.server";
import { DomainError } from "~/lib/errors";
import { enqueueMail } from "~/features/mail/enqueue-mail.server";
import { OTHER_DETAILS } from "~/lib/error-messages";
import { prepareInsert } from "~/lib/sql.server";
import { enqueueOrderEvent } from "~/features/webhooks/enqueue-event.server";
import { groupedTransaction, transaction } from "~/lib/write-transaction.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { expireUnpaid } from "./expire-orders.server";
import { isActive } from "./order-status";
import type { Booking } from "./order.schema";
import { orderById, orderNumber } from "./orders.server";
import type { Order } from "./order.types";
import { reservePlaces } from "./reservations.server";
import { assertEmailLimit, assertSlotLimits, UNLIMITED, type Booker } from "./unpaid-limits.server";
import {
  assertVisitNotPast,
  assertWithinBookingWindow,
  expiresAt,
  isConfirmedAtOnce,
} from "./visit-rules.server";
import { CURRENCY } from "~/lib/money";
import type { Price } from "~/features/tariff/tariff";
import { priceBooking } from "./price-booking.server";
import { assertBookingsOpen } from "~/features/hours/hours.server";

type Placed = { order: Order; replayed: boolean };

/** How staff sell to a group: at a price and until a time of its own. */
type GroupSale = {
  by: Staff;
  price: (byTariff: Price) => Price;
  expiresAt: number;
  /** Before its mail is queued. */
  beforeMail: (order: Order) => void;
};

/**
 * Creates an order: price, reservation and rows, all or nothing. Simultaneous bookings share one commit. With a key,
 * the same booking returns the same order again. Throws `mismatch` for another booking under that key, `invalid` for a
 * past visit or one too far ahead, and `conflict` when the slot has too few places or too many are unpaid.
 */
export const createOrder = (booking: Booking, key?: string, booker?: Booker): Promise<Placed> =>
  groupedTransaction((tx) => insertOrder(tx, booking, key, booker), "availability");

/** The same for a form. Throws `mismatch` when a repeated post belongs to a booking that has been cancelled since. */
export async function createOrderFromForm(
  booking: Booking,
  key?: string,
  booker?: Booker,
): Promise<Placed> {
  const placed = await createOrder(booking, key, booker);
  const { order, replayed } = placed;
  if (replayed && !isActive(order.status)) {
    throw new DomainError(
      "mismatch",
      `Booking ${order.id} was made with this form and is ${order.status}. Book again to make a new one.`,
    );
  }
  return placed;
}

export function insertOrder(
  tx: Tx,
  booking: Booking,
  key?: string,
  booker: Booker = UNLIMITED,
  group?: GroupSale,
): Placed {
  const bodyHash = key ? sha256(JSON.stringify(booking)) : "";
  const earlier = key ? findByIdempotencyKey(tx, key, bodyHash) : undefined;
  if (earlier) return { order: earlier, replayed: true };

  const now = Date.now();
  assertBookingsOpen(tx, booker.isStaff);
  if (!booker.hasCome) assertVisitNotPast(booking, now);
  if (!booker.isStaff) assertWithinBookingWindow(booking.visitDate, now);
  expireUnpaid(tx, now, booking);
  const byTariff = priceBooking(tx, booking, booker.isStaff);
  const price = group ? group.price(byTariff) : byTariff;
  reservePlaces(tx, booking, price.ticketCount, booker.isStaff ? "staff" : "public");
  if (booker.isLimited) {
    assertEmailLimit(tx, booking.contact.email, price.ticketCount);
    assertSlotLimits(tx, booking, price.ticketCount, booker.network);
  }

  const order = write(booking, price, now, booker, group?.expiresAt);
  group?.beforeMail(order);
  if (key) addKey({ key, bodyHash, orderSeq: order.seq, createdAt: now });
  enqueueOrderEvent(tx, "order.placed", order.id);
  // It is paid in the same transaction, which has an entry and a mail of its own.
  if (booker.channel === "counter") return { order, replayed: false };
  recordAudit(tx, group?.by ?? "visitor", {
    action: "order.place",
    target: `order ${order.id}`,
    after: { visitDate: order.visitDate, visitSlot: order.visitSlot, total: price.totalPaise },
  });
  enqueueMail(tx, "booked", order);
  return { order, replayed: false };
}

function findByIdempotencyKey(tx: Tx, key: string, bodyHash: string) {
  const row = idempotencyRow().get({ key });
  if (!row) return undefined;
  if (row.bodyHash === bodyHash) return orderById(orderNumber(row.orderSeq));
  throw new DomainError("mismatch", OTHER_DETAILS);
}

function write(
  booking: Booking,
  price: Price,
  now: number,
  booker: Booker,
  heldUntil?: number,
): Order {
  const confirmed = isConfirmedAtOnce(booker.isStaff);
  const seq = (lastSeq().get()?.seq ?? 0) + 1;
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
    refundDue: false,
    linkVersion: 0,
    ticketCount: price.ticketCount,
    network: booker.network,
    confirmed,
    channel: booker.channel,
    erasedAt: null,
    expiresAt: heldUntil ?? expiresAt({ ...booking, confirmed }, now),
    placedOn: toLocalDate(now),
    createdAt: now,
    updatedAt: now,
  };
  addOrder(order);
  for (const line of price.lines) addItem({ orderSeq: seq, ...line });
  return { ...order, lines: price.lines };
}

export const hasIdempotencyKey = (key: string | undefined) =>
  key !== undefined && idempotencyRow().get({ key }) !== undefined;

/** The id of the order that was placed under that key; undefined where there is none, or no more. */
export function orderIdOfKey(key: string | undefined) {
  const row = key === undefined ? undefined : idempotencyRow().get({ key });
  return row && db.select().from(orders).where(eq(orders.seq, row.orderSeq)).get()?.id;
}

const idempotencyRow = prepared(() =>
  db
    .select({ bodyHash: idempotencyKeys.bodyHash, orderSeq: idempotencyKeys.orderSeq })
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.key, sql.placeholder("key")))
    .prepare(),
);

/** Order numbers are never reused, even after the newest order is deleted. */
const lastSeq = prepared(() =>
  db
    .select({ seq: sql<number>`seq` })
    .from(sql`sqlite_sequence`)
    .where(sql`name = 'orders'`)
    .prepare(),
);

const addKey = prepareInsert(idempotencyKeys, "key", "bodyHash", "orderSeq", "createdAt");
const addItem = prepareInsert(
  orderItems,
  "orderSeq",
  "ticketType",
  "quantity",
  "unitPricePaise",
  "ruleName",
);
const addOrder = prepareInsert(
  orders,
  ...(Object.keys(getTableColumns(orders)) as (keyof typeof orders.$inferInsert)[]),
);

const KEY_TTL_MS = DAY_MS;
const PURGE_BATCH_SIZE = 500;

export function purgeIdempotencyKeys(): "more" | "done" {
  const { key, createdAt } = idempotencyKeys;
  const old = db
    .select({ key })
    .from(idempotencyKeys)
    .where(lte(createdAt, Date.now() - KEY_TTL_MS))
    .limit(PURGE_BATCH_SIZE);
  const gone = transaction(
    (tx) => tx.delete(idempotencyKeys).where(inArray(key, old)).run(),
    "none",
  );
  return gone.changes === PURGE_BATCH_SIZE ? "more" : "done";
}
