import { eq, inArray, lte, sql } from "drizzle-orm";
import { db, type Tx } from "db/client.server";
import { idempotencyKeys, orders } from "db/schema";
import { record } from "../audit.server";
import { queueMail } from "../mail/outbox.server";
import { ifWritable, inTransaction } from "../transaction.server";
import { releasePlaces } from "./places.server";

const NOT_PAID_IN_TIME = "Not paid in time, so its places went back on sale";

/** Cancels unpaid orders whose hold has run out and gives their places back. */
export function cancelUnpaid(tx: Tx, now: number) {
  const seqs = allLapsed.all({ now }).map(({ seq }) => seq);
  if (seqs.length === 0) return;
  const lapsed = tx.select().from(orders).where(inArray(orders.seq, seqs)).all();
  for (const order of lapsed) {
    tx.update(orders)
      .set({ status: "cancelled", statusReason: NOT_PAID_IN_TIME, updatedAt: now })
      .where(eq(orders.seq, order.seq))
      .run();
    releasePlaces(tx, order, order.ticketCount);
    record(tx, "site", {
      action: "order.expire",
      target: `order ${order.id}`,
      before: { status: "pending" },
      after: { status: "cancelled" },
    });
    queueMail(tx, "cancelled", order);
  }
}

/**
 * The same on its own: at the start, now and then beside the site, and before places are shown. Takes
 * no lock while there is nothing to do.
 */
export function sweepUnpaid() {
  const now = Date.now();
  if (nextLapse() <= now) ifWritable(() => inTransaction((tx) => cancelUnpaid(tx, now), "places"));
}

/** When the next unpaid order loses its places, and more can be booked without anybody doing a thing. */
export const nextLapse = () => firstLapse.get()?.at ?? Infinity;

/** Named, because SQLite would rather read all unpaid orders by their status than the first by its hour. */
const unpaid = sql`orders INDEXED BY orders_unpaid`;
const firstLapse = db
  .select({ at: sql<number | null>`min(held_until)` })
  .from(unpaid)
  .where(sql`status = 'pending'`)
  .prepare();
const allLapsed = db
  .select({ seq: sql<number>`seq` })
  .from(unpaid)
  .where(sql`status = 'pending' AND held_until <= ${sql.placeholder("now")}`)
  .prepare();

/** A key guards against a retry, and nobody retries for longer than this. */
const KEY_MS = 24 * 3_600_000;

export function forgetOldKeys() {
  const isOld = lte(idempotencyKeys.createdAt, Date.now() - KEY_MS);
  inTransaction((tx) => tx.delete(idempotencyKeys).where(isOld).run(), "nothing");
}
