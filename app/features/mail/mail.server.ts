import { and, asc, eq, gt, gte } from "drizzle-orm";
import { db, type Reader } from "db/connection.server";
import { orders, outbox } from "db/schema";
import { hasRescheduleOffer } from "~/features/closures/reschedule-offers.server";
import { formatShortDate } from "~/lib/dates";
import { isActive } from "~/features/orders/order-status";
import { withLines } from "~/features/orders/orders.server";
import type { Order } from "~/features/orders/order.types";
import { emailEquals } from "~/lib/sql.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { findById as requestById, type GroupRequest } from "~/features/groups/requests.server";
import type { AdminRecord } from "~/features/admins/admin.types";
import { RESET_LINK_MS, resettableAccount } from "~/features/auth/reset-link.server";
import {
  isRequestMail,
  STALE_MS,
  type AccountEvent,
  type MailKind,
  type OrderMail,
  type RequestMail,
} from "./mail.rules";
import type { Payload } from "./enqueue-mail.server";
import { hasSlotEnded, slotStart } from "~/features/slots/slot-times.server";

export type OutboxRow = typeof outbox.$inferSelect;

type BaseMail = { id: number; recipient: string; attempts: number };

export type Mail =
  | (BaseMail & { kind: OrderMail; order: Order; payload: Payload })
  | (BaseMail & { kind: RequestMail; request: GroupRequest })
  | (BaseMail & { kind: "links"; bookings: Order[] })
  | (BaseMail & { kind: "account"; event: AccountEvent })
  | (BaseMail & { kind: "reset"; createdAt: number; account: AdminRecord | undefined });

const MAX_BOOKINGS = 50;

/** Null when the order or the request was deleted. */
export function loadMail(row: OutboxRow, reader: Reader = db): Mail | null {
  const { id, recipient, attempts } = row;
  const kind = row.kind as MailKind;
  if (kind === "links") {
    const bookings = upcomingBookings(recipient, reader);
    // The address of the booking, not the one typed in the request.
    return { kind, id, attempts, bookings, recipient: bookings[0]?.contactEmail ?? recipient };
  }
  if (isRequestMail(kind)) {
    const request = requestById((row.payload as Payload).request ?? "", reader);
    return request ? { kind, id, attempts, recipient, request } : null;
  }
  if (kind === "account") {
    const { event = "password" } = row.payload as Payload;
    return { kind, id, attempts, recipient, event };
  }
  if (kind === "reset") {
    const account = resettableAccount(recipient, reader);
    return { kind, id, attempts, recipient, createdAt: row.createdAt, account };
  }
  const seq = row.orderSeq;
  const rows = seq === null ? [] : reader.select().from(orders).where(eq(orders.seq, seq)).all();
  const [order] = withLines(rows);
  if (!order) return null;
  const payload = row.payload as Payload;
  // Staff may have corrected the address since.
  return { kind, id, attempts, order, payload, recipient: order.contactEmail || recipient };
}

/** Why the mail must not be sent; undefined if it can be. */
export function skipReason(row: OutboxRow, mail: Mail | null, now: number): string | undefined {
  if (row.attempts === 0 && now - row.nextAttemptAt > STALE_MS) {
    return "It waited for more than a day because no mail server was set up";
  }
  return staleReason(mail, now);
}

/** Why the content no longer applies; undefined while it does. */
export function staleReason(mail: Mail | null, now: number): string | undefined {
  if (!mail) return "What it is about was deleted";
  if (mail.kind === "links") {
    return mail.bookings.length > 0 ? undefined : "No upcoming visit is booked under this address";
  }
  if ("request" in mail) return undefined;
  if (mail.kind === "account") return undefined;
  if (mail.kind === "reset") {
    if (!mail.account) return "No account uses this address, or it was changed to it lately";
    return mail.createdAt + RESET_LINK_MS > now ? undefined : "Its link has ended";
  }
  const { kind, order, payload } = mail;
  if (kind === "closed" && isActive(order.status) && !hasRescheduleOffer(order)) {
    return "The visit has since been moved, or the slot has reopened";
  }
  if (kind === "reopened" && hasRescheduleOffer(order)) return "The slot is closed again";
  if (!IS_CURRENT[kind](order)) return `The order is now ${order.status}`;
  if (!PAYMENT_MAILS.includes(kind) && hasSlotEnded(order.visitDate, order.visitSlot, now)) {
    return "The visit is over";
  }
  const isOtherVisit =
    payload.visitDate !== order.visitDate || payload.visitSlot !== order.visitSlot;
  if (kind === "moved" && isOtherVisit) {
    return `The visit was moved again, to ${formatShortDate(order.visitDate)}`;
  }
  if (kind === "refundedPart") return undefined; // each is about other tickets
  return isRepeatedByLaterMail(mail.id, kind, order.seq) ? "A later mail says the same" : undefined;
}

const isRepeatedByLaterMail = (id: number, kind: OrderMail, orderSeq: number) =>
  db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.orderSeq, orderSeq), eq(outbox.kind, kind), gt(outbox.id, id)))
    .get() !== undefined;

/** These are sent after the visit, too. */
const PAYMENT_MAILS: readonly OrderMail[] = [
  "refunded",
  "refundedPart",
  "repaid",
  "paidLate",
  "notFound",
];

const IS_CURRENT: Record<OrderMail, (order: Order) => boolean> = {
  booked: ({ status }) => status === "pending",
  paid: ({ status }) => status === "paid",
  moved: ({ status }) => isActive(status),
  closed: ({ status }) => isActive(status),
  reopened: ({ status }) => isActive(status),
  cancelled: ({ status }) => status === "cancelled",
  refunded: ({ status }) => status === "refunded",
  refundedPart: ({ status }) => status === "paid",
  repaid: ({ status, refundDue }) => !isActive(status) && !refundDue,
  paidLate: ({ status, refundDue }) => !isActive(status) && !refundDue,
  notFound: ({ status }) => status !== "paid",
  again: ({ status }) => status === "paid",
};

function upcomingBookings(email: string, reader: Reader): Order[] {
  const now = Date.now();
  const rows = reader
    .select()
    .from(orders)
    .where(and(emailEquals(orders.contactEmail, email), gte(orders.visitDate, toLocalDate(now))))
    .orderBy(asc(orders.visitDate), asc(orders.seq))
    .limit(MAX_BOOKINGS)
    .all()
    .filter(({ visitDate, visitSlot }) => !hasSlotEnded(visitDate, visitSlot, now))
    .sort((a, b) => slotStart(a.visitDate, a.visitSlot) - slotStart(b.visitDate, b.visitSlot));
  return withLines(rows);
}
