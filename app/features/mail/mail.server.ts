import { and, asc, eq, gt, gte } from "drizzle-orm";
import { db, type Reader } from "db/client.server";
import { orders, outbox } from "db/schema";
import { hasOffer } from "~/features/closures/reschedule-offers.server";
import { dayInShort } from "~/lib/dates";
import { holdsPlaces } from "~/features/orders/order.rules";
import { withLines, type Order } from "~/features/orders/orders.server";
import { isAddress } from "~/lib/sql.server";
import { isOver, slotStart, zooDay } from "~/lib/time-zone.server";
import { STALE_MS, type MailKind, type OrderMail } from "./mail.rules";
import type { Payload } from "./enqueue-mail.server";

export type OutboxRow = typeof outbox.$inferSelect;

type Common = { id: number; recipient: string; attempts: number };

/** A mail with what it is about, as that stands now. */
export type Mail =
  | (Common & { kind: OrderMail; order: Order; payload: Payload })
  | (Common & { kind: "links"; bookings: Order[] });

/** More upcoming bookings than anybody has. */
const MOST_BOOKINGS = 50;

/** Null for a mail about an order that was deleted. */
export function mailOf(row: OutboxRow, reader: Reader = db): Mail | null {
  const { id, recipient, attempts } = row;
  const kind = row.kind as MailKind;
  if (kind === "links") {
    const bookings = bookingsAhead(recipient, reader);
    // To the address as booked, not as typed when asking.
    return { kind, id, attempts, bookings, recipient: bookings[0]?.contactEmail ?? recipient };
  }
  const seq = row.orderSeq;
  const rows = seq === null ? [] : reader.select().from(orders).where(eq(orders.seq, seq)).all();
  const [order] = withLines(rows);
  if (!order) return null;
  const payload = row.payload as Payload;
  // When staff correct a mistyped address, waiting mails go to the corrected one.
  return { kind, id, attempts, order, payload, recipient: order.contactEmail || recipient };
}

/** Why the mail is not to be sent, in words; undefined while it should go out. */
export function whyNotSend(row: OutboxRow, mail: Mail | null, now: number): string | undefined {
  if (row.attempts === 0 && now - row.nextAttemptAt > STALE_MS) {
    return "It waited for more than a day because no mail server was set up";
  }
  return whyUntrue(mail, now);
}

/** Why what the mail says is not true any more, in words; undefined while it is. */
export function whyUntrue(mail: Mail | null, now: number): string | undefined {
  if (!mail) return "The order was deleted";
  if (mail.kind === "links") {
    return mail.bookings.length > 0 ? undefined : "No upcoming visit is booked under this address";
  }
  const { kind, order, payload } = mail;
  if (kind === "closed" && holdsPlaces(order.status) && !hasOffer(order)) {
    return "The visit has since been moved, or the slot has reopened";
  }
  if (kind === "reopened" && hasOffer(order)) return "The slot is closed again";
  if (!STILL_TRUE[kind](order)) return `The order is now ${order.status}`;
  if (!ABOUT_MONEY.includes(kind) && isOver(order.visitDate, order.visitSlot, now)) {
    return "The visit is over";
  }
  const isElsewhere =
    payload.visitDate !== order.visitDate || payload.visitSlot !== order.visitSlot;
  if (kind === "moved" && isElsewhere) {
    return `The visit was moved again, to ${dayInShort(order.visitDate)}`;
  }
  return isSaidLater(mail.id, kind, order.seq) ? "A later mail says the same" : undefined;
}

/** True when it was taken back and came again, as a payment may, before this mail was out. */
const isSaidLater = (id: number, kind: OrderMail, orderSeq: number) =>
  db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.orderSeq, orderSeq), eq(outbox.kind, kind), gt(outbox.id, id)))
    .get() !== undefined;

/** True after the visit, too. */
const ABOUT_MONEY: readonly OrderMail[] = ["refunded", "repaid"];

const STILL_TRUE: Record<OrderMail, (order: Order) => boolean> = {
  booked: ({ status }) => status === "pending",
  paid: ({ status }) => status === "paid",
  moved: ({ status }) => holdsPlaces(status),
  closed: ({ status }) => holdsPlaces(status),
  reopened: ({ status }) => holdsPlaces(status),
  cancelled: ({ status }) => status === "cancelled",
  refunded: ({ status }) => status === "refunded",
  repaid: ({ status, owed }) => !holdsPlaces(status) && !owed,
};

/** The bookings under an address whose visit is not over, the next visit first. */
function bookingsAhead(email: string, reader: Reader): Order[] {
  const now = Date.now();
  const rows = reader
    .select()
    .from(orders)
    .where(and(isAddress(orders.contactEmail, email), gte(orders.visitDate, zooDay(now))))
    .orderBy(asc(orders.visitDate), asc(orders.seq))
    .limit(MOST_BOOKINGS)
    .all()
    .filter(({ visitDate, visitSlot }) => !isOver(visitDate, visitSlot, now))
    .sort((a, b) => slotStart(a.visitDate, a.visitSlot) - slotStart(b.visitDate, b.visitSlot));
  return withLines(rows);
}
