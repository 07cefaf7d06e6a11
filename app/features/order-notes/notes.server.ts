import { desc, eq, sql } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { orderNotes } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor, type Staff } from "~/features/auth/permissions";
import { orderById } from "~/features/orders/orders.server";
import { jsonValues } from "~/lib/sql.server";
import { transaction } from "~/lib/write-transaction.server";

/** Notes of staff about an order: added, never edited, and erased with its contact data. */

export type OrderNote = typeof orderNotes.$inferSelect;

/** Newest first. */
export const notesOfOrder = (orderSeq: number, reader: Reader = db): OrderNote[] =>
  reader
    .select()
    .from(orderNotes)
    .where(eq(orderNotes.orderSeq, orderSeq))
    .orderBy(desc(orderNotes.id))
    .all();

/** Within a transaction, of somebody who may. */
export function addNote(tx: Tx, by: Staff, orderSeq: number, text: string) {
  tx.insert(orderNotes).values({ orderSeq, adminId: by.id, text, createdAt: Date.now() }).run();
}

/** The same note of the same person twice in a row is stored once. Throws `forbidden` and `not_found`. */
export function writeNote(actor: Actor, id: string, { note }: { note: string }) {
  authorize(actor, "orders.update");
  transaction((tx) => {
    const { seq } = orderById(id);
    const [newest] = notesOfOrder(seq, tx);
    if (newest?.text === note && newest.adminId === actor.id) return;
    addNote(tx, actor, seq, note);
    recordAudit(tx, actor, { action: "order.note", target: `order ${id}` });
  }, "none");
}

/** Of the orders whose contact data is erased. */
export const eraseNotes = (tx: Tx, seqs: number[]) =>
  tx
    .delete(orderNotes)
    .where(sql`${orderNotes.orderSeq} IN ${jsonValues(seqs)}`)
    .run();
