import { sql } from "drizzle-orm";
import type { Tx } from "db/connection.server";
import { orders, outbox } from "db/schema";
import { jsonValues } from "~/lib/sql.server";

/** How much was erased. */
export type Erased = { orders: number; messages: number; emails: number };

/** Blank contact data also marks an order as erased: every booking has an address. */
const ANONYMIZED = { contactName: "", contactEmail: "", contactPhone: "" };
export const isAnonymized = (order: { contactEmail: string }) =>
  order.contactEmail === ANONYMIZED.contactEmail;

/**
 * Removes the contact data of these orders, and the mails about them. Visit, tickets, price and status stay, and
 * so does updatedAt: nothing about the order itself has changed.
 */
export function anonymizeOrders(tx: Tx, seqs: number[]): Omit<Erased, "messages"> {
  const these = jsonValues(seqs);
  const mails = tx
    .delete(outbox)
    .where(sql`${outbox.orderSeq} IN ${these}`)
    .run();
  const erased = tx
    .update(orders)
    .set(ANONYMIZED)
    .where(sql`${orders.seq} IN ${these}`)
    .run();
  return { orders: erased.changes, emails: mails.changes };
}
