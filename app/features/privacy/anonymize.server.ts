import { sql } from "drizzle-orm";
import type { Tx } from "db/client.server";
import { orders, outbox } from "db/schema";
import { valuesOf } from "~/lib/sql.server";

/** How much was erased. */
export type Erased = { orders: number; messages: number; emails: number };

/** Blank contact data also marks an order as erased: every booking has an address. */
const NOBODY = { contactName: "", contactEmail: "", contactPhone: "" };
export const isNobodys = (order: { contactEmail: string }) =>
  order.contactEmail === NOBODY.contactEmail;

/**
 * Removes the contact data of these orders, and the mails about them. Visit, tickets, price and status stay, and
 * so does updatedAt: nothing about the order itself has changed.
 */
export function eraseContacts(tx: Tx, seqs: number[]): Omit<Erased, "messages"> {
  const these = valuesOf(seqs);
  const mails = tx
    .delete(outbox)
    .where(sql`${outbox.orderSeq} IN ${these}`)
    .run();
  const erased = tx
    .update(orders)
    .set(NOBODY)
    .where(sql`${orders.seq} IN ${these}`)
    .run();
  return { orders: erased.changes, emails: mails.changes };
}
