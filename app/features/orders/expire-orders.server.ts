import { inArray, sql } from "drizzle-orm";
import { db, type Tx } from "db/client.server";
import { orders } from "db/schema";
import { ifWritable, inTransaction } from "~/lib/write-transaction.server";
import { REASONS, type Visit } from "./order.rules";
import { setStatus } from "./set-status.server";

/**
 * Cancelled per transaction, longest overdue first: thousands may have lapsed while the site was down. 50 orders
 * free at least the 30 places one order can need.
 */
const AT_ONCE = 50;

/**
 * Cancels lapsed orders, the wanted slot first: a refused booking rolls back, so that slot might otherwise never
 * be freed.
 */
export function cancelUnpaid(tx: Tx, now: number, wanted?: Visit) {
  if (nextLapse() > now) return;
  const { visitDate = "", visitSlot = "" } = wanted ?? {};
  const seqs = longestLapsed.all({ now, visitDate, visitSlot }).map(({ seq }) => seq);
  const lapsed = tx.select().from(orders).where(inArray(orders.seq, seqs)).all();
  for (const order of lapsed) {
    setStatus(tx, "site", order, "cancelled", { action: "order.expire", reason: REASONS.notPaid });
  }
}

/**
 * The same in a transaction of its own: at the start, in the background, and before places are shown. Takes no
 * lock while there is nothing to do. Returns whether there is more.
 */
export function sweepUnpaid(): "more" | "done" {
  const now = Date.now();
  let next: "more" | "done" = "done";
  if (nextLapse() > now) return next;
  ifWritable(() => {
    inTransaction((tx) => cancelUnpaid(tx, now), "places");
    next = nextLapse() <= now ? "more" : "done";
  });
  return next;
}

/** When the next unpaid order lapses, and places become free by themselves. */
export const nextLapse = () => firstLapse.get()?.at ?? Infinity;

/** Names the index, because SQLite would otherwise read all unpaid orders by status. */
const unpaid = sql`orders INDEXED BY orders_unpaid`;
const firstLapse = db
  .select({ at: sql<number | null>`min(held_until)` })
  .from(unpaid)
  .where(sql`status = 'pending'`)
  .prepare();
const longestLapsed = db
  .select({ seq: sql<number>`seq` })
  .from(unpaid)
  .where(sql`status = 'pending' AND held_until <= ${sql.placeholder("now")}`)
  .orderBy(
    sql`(visit_date, visit_slot) = (${sql.placeholder("visitDate")}, ${sql.placeholder("visitSlot")}) DESC`,
    sql`held_until`,
  )
  .limit(AT_ONCE)
  .prepare();
