import { eq, sql } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { prepared } from "db/prepared.server";
import { groupOrders, orders, payments, refunds } from "db/schema";
import type { OrderRow } from "~/features/orders/order.types";
import { isActive } from "~/features/orders/order-status";
import { expiryAfterChange } from "~/features/orders/visit-rules.server";
import { balanceOf, missingPaise } from "~/features/payments/ledger.server";
import { slotEnd } from "~/features/slots/slot-times.server";
import type { Visit } from "~/features/slots/slot";
import { addDays } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { jsonValues } from "~/lib/sql.server";
import { startOfDay } from "~/lib/time-zone.server";

/** A group order is an order like any other, with a row beside it that says how it was priced and how long it is held. */

export type GroupOrder = typeof groupOrders.$inferSelect;

/** Undefined for an order that is no group's. */
export const groupOrderOf = (orderSeq: number): GroupOrder | undefined =>
  groupQuery().get({ orderSeq });

const groupQuery = prepared(() =>
  db
    .select()
    .from(groupOrders)
    .where(eq(groupOrders.orderSeq, sql.placeholder("orderSeq")))
    .prepare(),
);

/** The same. Throws `not_found`. */
export function requireGroupOrder(orderSeq: number): GroupOrder {
  const group = groupOrderOf(orderSeq);
  if (!group) throw new DomainError("not_found", "This is not the order of a group");
  return group;
}

type Held = Parameters<typeof expiryAfterChange>[0] & { seq: number };

/**
 * When the unpaid order of a group expires (UTC instant): at the end of the day until which it is held, but not after its
 * slot. Once a part is paid, when its slot ends.
 */
export function groupExpiry(visit: Visit, holdUntil: string, hasParts: boolean) {
  const end = slotEnd(visit.visitDate, visit.visitSlot);
  return hasParts ? end : Math.min(end, startOfDay(addDays(holdUntil, 1)));
}

/** When an unpaid order expires (UTC instant) after a change of its visit or of how it is paid, of a group or not. */
export function expiryAfterEdit(before: Held, after: Held, now: number) {
  const group = groupOrderOf(after.seq);
  return group
    ? groupExpiry(after, group.holdUntil, balanceOf(after.seq) > 0)
    : expiryAfterChange(before, after, now);
}

/** What has come for an order in all, in paise, without what an undone Mark Paid gave back. */
function receivedPaise(orderSeq: number, reader: Reader) {
  const sum = sql<number>`
    (SELECT coalesce(sum(amount), 0) FROM ${payments} WHERE order_seq = ${orderSeq} AND review = '')
    - (SELECT coalesce(sum(amount), 0) FROM ${refunds} WHERE order_seq = ${orderSeq} AND reason = 'Undone')`;
  return reader.select({ sum }).from(orders).where(eq(orders.seq, orderSeq)).get()?.sum ?? 0;
}

/** What of its price a group has never paid, in paise; 0 for other orders, which are paid at once. */
export function neverPaidPaise(
  { seq, totalPaise }: Pick<OrderRow, "seq" | "totalPaise">,
  reader: Reader = db,
) {
  if (!groupOrderOf(seq)) return 0;
  return Math.max(0, totalPaise - receivedPaise(seq, reader));
}

/** What is still to be paid, in paise. */
export const duePaise = (order: OrderRow) =>
  isActive(order.status) ? Math.max(0, missingPaise(order)) : 0;

/** What its visitor pays next, in paise: the price, or what is left of it once a group has paid a part. */
export const amountToPay = (order: OrderRow) =>
  groupOrderOf(order.seq) ? Math.max(0, missingPaise(order)) : order.totalPaise;

/** Of the orders whose contact data is erased: an organisation may be a person. */
export const eraseOrganisations = (tx: Tx, seqs: number[]) =>
  tx
    .update(groupOrders)
    .set({ organisation: "" })
    .where(sql`${groupOrders.orderSeq} IN ${jsonValues(seqs)}`)
    .run();
