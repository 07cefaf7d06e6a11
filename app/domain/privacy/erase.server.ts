import { sql } from "drizzle-orm";
import type { Tx } from "db/client.server";
import { orders, outbox } from "db/schema";
import { valuesOf } from "../rows.server";

/** How much was erased. */
export type Erased = { orders: number; messages: number; emails: number };

/** Also what tells that an order's contact data was erased: nobody books without an address. */
const NOBODY = { contactName: "", contactEmail: "", contactPhone: "" };
export const isNobodys = (order: { contactEmail: string }) =>
  order.contactEmail === NOBODY.contactEmail;

/**
 * Takes away whose orders these are, and the mails about them. Visit, tickets, price and status stay, and
 * so does updatedAt: nothing about the order has changed.
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
