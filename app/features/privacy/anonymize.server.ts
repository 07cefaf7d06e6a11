import { isNotNull, sql } from "drizzle-orm";
import type { Tx } from "db/connection.server";
import { bankReferences, orders, outbox, paymentEvents } from "db/schema";
import { eraseOrganisations } from "~/features/groups/group-orders.server";
import { eraseRequestsOfOrders } from "~/features/groups/requests.server";
import { eraseNotes } from "~/features/order-notes/notes.server";
import type { OrderRow } from "~/features/orders/order.types";
import { jsonValues } from "~/lib/sql.server";

export type Erased = { orders: number; messages: number; emails: number };

const ANONYMIZED = { contactName: "", contactEmail: "", contactPhone: "", network: "" };

/** Not so an order that never had contact data, such as one of the counter. */
export const isAnonymized = ({ erasedAt }: Pick<OrderRow, "erasedAt">) => erasedAt !== null;

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
    .set({ ...ANONYMIZED, erasedAt: Date.now() })
    .where(sql`${orders.seq} IN ${these}`)
    .run();
  return { orders: erased.changes, emails: mails.changes };
}
