import { isNotNull, sql } from "drizzle-orm";
import type { Tx } from "db/connection.server";
import { bankReferences, orders, outbox, paymentEvents } from "db/schema";
import { eraseOrganisations } from "~/features/groups/group-orders.server";
import { eraseRequestsOfOrders } from "~/features/groups/requests.server";
import { eraseNotes } from "~/features/order-notes/notes.server";
import { jsonValues } from "~/lib/sql.server";

export type Erased = { orders: number; messages: number; emails: number };

/** Every booking has an e-mail address, so an empty one marks an anonymized order. */
const ANONYMIZED = { contactName: "", contactEmail: "", contactPhone: "", network: "" };
export const isAnonymized = (order: { contactEmail: string }) =>
  order.contactEmail === ANONYMIZED.contactEmail;

/** Removes the contact data of these orders and their mails. `updatedAt` stays, as the order itself is unchanged. */
export function anonymizeOrders(tx: Tx, seqs: number[]): Omit<Erased, "messages"> {
  const these = jsonValues(seqs);
  const mails = tx
    .delete(outbox)
    .where(sql`${outbox.orderSeq} IN ${these}`)
    .run();
  tx.delete(bankReferences)
    .where(sql`${bankReferences.orderSeq} IN ${these}`)
    .run();
  eraseNotes(tx, seqs);
  eraseOrganisations(tx, seqs);
  eraseRequestsOfOrders(tx, seqs);
  // What providers sent names people, in no order that we could find them by.
  tx.update(paymentEvents).set({ body: null }).where(isNotNull(paymentEvents.body)).run();
  const erased = tx
    .update(orders)
    .set(ANONYMIZED)
    .where(sql`${orders.seq} IN ${these}`)
    .run();
  return { orders: erased.changes, emails: mails.changes };
}
