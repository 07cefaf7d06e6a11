import { and, inArray, sql, type Column, type SQL } from "drizzle-orm";
import { db, type Tx } from "db/client.server";
import { orders, staleOrderWords } from "db/schema";
import { storedValue, storeValue } from "~/lib/key-value-store.server";
import {
  allFound,
  BETWEEN,
  isLongEnough,
  newestContain,
  newestWhere,
  withWords,
} from "~/lib/full-text-search.server";
import { ifWritable, inTransaction } from "~/lib/write-transaction.server";
import type { OrderStatus } from "./order.rules";
import { newestOrder } from "./orders.server";

/**
 * Finds orders by any part of their number, name, e-mail or payment method, through an index of three-letter
 * pieces (db/migrations/0003). The index is updated in the background and before a search, not with every
 * booking.
 */

const INDEX = "order_words";
const PROGRESS = "orders_indexed";
const COLUMNS = [orders.id, orders.contactName, orders.contactEmail, orders.paymentMethod];

/** Each status is indexed behind a private-use character, so filtering by status reads no orders. */
const STATUS = "\uE001";
const ofStatus = (statuses: OrderStatus[]) => {
  const words = statuses.map((status) => `"${STATUS}${status.slice(0, 2)}"`);
  return words.length > 0 ? ` AND (${words.join(" OR ")})` : "";
};

/** Orders indexed before a search, which takes some milliseconds. */
const AT_ONCE = 1_000;

/**
 * The newest orders that contain the typed text, ignoring case, with one of these statuses (or any, when there
 * are none), and for which `where` is true. `phone`: digits to look for among the newest telephone numbers, too.
 */
export function ordersContaining(
  typed: string,
  { status: statuses, phone, where }: { status: OrderStatus[]; phone: string | null; where?: SQL },
): number[] {
  const among = (columns: Column[], text: string) => {
    const ofThem = statuses.length ? inArray(sql`+${orders.status}`, statuses) : undefined;
    return newestWhere(orders.seq, and(newestContain(orders.seq, columns, text), ofThem, where));
  };
  // Telephone numbers are not in the index.
  const byPhone = phone ? among([orders.contactPhone], phone) : [];
  if (!isLongEnough(typed)) return allFound([among(COLUMNS, typed), byPhone]);
  const isWhole = isCaughtUp();
  const found = withWords(INDEX, orders.seq, typed, { among: ofStatus(statuses), where });
  if (isWhole && !phone) return found;
  return allFound([found, byPhone, isWhole ? [] : among(COLUMNS, typed)]);
}

/** The digits of what may be part of a telephone number, as orders keep it; null for anything else. */
export function phoneIn(typed: string) {
  const digits = typed.replace(/^\+91|[\s()-]/g, "");
  return /^\d{3,10}$/.test(digits) ? digits : null;
}

/** False while many orders are not indexed yet, or the index cannot be written: then the newest are scanned too. */
function isCaughtUp() {
  ifWritable(() => void indexOrderWords(AT_ONCE));
  return !isBehind();
}

/**
 * Indexes at most this many new orders, and as many changed ones. Takes no lock while there is nothing to do.
 * Returns whether there is more.
 */
export function indexOrderWords(most: number): "more" | "done" {
  if (!isBehind()) return "done";
  inTransaction((tx) => {
    const from = indexedUpTo();
    const to = Math.min(newestOrder(), from + most);
    index(tx, sql`seq > ${from} AND seq <= ${to}`);
    const stale = sql`(SELECT order_seq FROM stale_order_words ORDER BY order_seq LIMIT ${most})`;
    tx.run(sql`DELETE FROM order_words WHERE rowid IN ${stale}`);
    index(tx, sql`seq IN ${stale} AND seq <= ${to}`);
    tx.run(sql`DELETE FROM stale_order_words WHERE order_seq IN ${stale}`);
    storeValue(tx, PROGRESS, String(to));
  }, "nothing");
  return isBehind() ? "more" : "done";
}

const index = (tx: Tx, which: SQL) =>
  tx.run(sql`
    INSERT INTO order_words (rowid, words)
    SELECT seq, concat_ws(${BETWEEN}, id, contact_name, contact_email, payment_method,
                          ${STATUS} || substr(status, 1, 2))
    FROM orders WHERE ${which}`);

const isBehind = () =>
  newestOrder() > indexedUpTo() || db.select().from(staleOrderWords).limit(1).get() !== undefined;

const indexedUpTo = () => Number(storedValue(PROGRESS) ?? 0);
