import { eq, sql, type SQL } from "drizzle-orm";
import { db, type Tx } from "db/client.server";
import { orders, settings, staleOrderWords } from "db/schema";
import { anyContains } from "../search.server";
import { ifWritable, inTransaction } from "../transaction.server";

/**
 * Orders by any part of their number, name, e-mail or payment method, through an index of three-letter
 * pieces (db/migrations/0003). It is brought up to date before a search, not with every booking.
 */

/** The columns are indexed as one text; this stands between them, and nobody is called so. */
const BETWEEN = "\uE000";
const SHORTEST = 3;
const PROGRESS = "orders_indexed";
const COLUMNS = [orders.id, orders.contactName, orders.contactEmail, orders.paymentMethod];

/** True for orders that contain what was typed, in either case; every character is itself. */
export function ordersContain(typed: string): SQL | undefined {
  if (typed.includes("\0") || typed.includes(BETWEEN)) return sql`0`;
  if ([...typed].length < SHORTEST || !isCaughtUp()) return anyContains(COLUMNS, typed);

  const phrase = `"${typed.replaceAll('"', '""')}"`;
  return sql`${orders.seq} IN (SELECT rowid FROM order_words WHERE words MATCH ${phrase})`;
}

/** False while the index lacks orders and cannot be written: then the orders themselves are looked through. */
function isCaughtUp() {
  ifWritable(() => indexOrderWords());
  return !isBehind();
}

/** Takes in at most so many new orders, and all that were changed. No lock while there is nothing to do. */
export function indexOrderWords(most = Number.MAX_SAFE_INTEGER) {
  if (!isBehind()) return;
  inTransaction((tx) => {
    const from = indexedUpTo(tx);
    const to = Math.min(newestOrder(tx), from + most);
    index(tx, sql`seq > ${from} AND seq <= ${to}`);
    const stale = sql`seq IN (SELECT order_seq FROM stale_order_words) AND seq <= ${to}`;
    tx.run(sql`DELETE FROM order_words WHERE rowid IN (SELECT order_seq FROM stale_order_words)`);
    index(tx, stale);
    tx.delete(staleOrderWords).run();
    tx.insert(settings)
      .values({ name: PROGRESS, value: String(to) })
      .onConflictDoUpdate({ target: settings.name, set: { value: String(to) } })
      .run();
  }, "nothing");
}

const index = (tx: Tx, which: SQL) =>
  tx.run(sql`
    INSERT INTO order_words (rowid, words)
    SELECT seq, id || ${BETWEEN} || contact_name || ${BETWEEN} || contact_email || ${BETWEEN} || payment_method
    FROM orders WHERE ${which}`);

const isBehind = () =>
  newestOrder(db) > indexedUpTo(db) ||
  db.select().from(staleOrderWords).limit(1).get() !== undefined;

const newestOrder = (reader: Tx | typeof db) =>
  reader
    .select({ seq: sql<number>`coalesce(max(seq), 0)` })
    .from(orders)
    .get()?.seq ?? 0;

const indexedUpTo = (reader: Tx | typeof db) =>
  Number(reader.select().from(settings).where(eq(settings.name, PROGRESS)).get()?.value ?? 0);
