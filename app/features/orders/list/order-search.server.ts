import { and, inArray, sql, type Column, type SQL } from "drizzle-orm";
import { db, type Tx } from "db/connection.server";
import { orders, orderSearchQueue } from "db/schema";
import { getValue, setValue } from "~/lib/key-value-store.server";
import {
  mergeFtsResults,
  FIELD_SEPARATOR,
  isLongEnough,
  newestContain,
  newestMatching,
  searchFts,
} from "~/lib/full-text-search.server";
import { skipIfBusy, transaction } from "~/lib/write-transaction.server";
import type { OrderStatus } from "../order-status";
import { newestOrder } from "../orders.server";

/**
 * Full-text search of orders by number, name, email and payment method through a trigram index (db/migrations/0003).
 * The index is updated in the background and before a search, not with every booking.
 */

const INDEX = "order_words";
const PROGRESS = "orders_indexed";
const COLUMNS = [orders.id, orders.contactName, orders.contactEmail, orders.paymentMethod];

/** Each status is indexed after a private-use character, so that filtering by status reads no orders. */
const STATUS = "\uE001";
const ofStatus = (statuses: OrderStatus[]) => {
  const terms = statuses.map((status) => `"${STATUS}${status.slice(0, 2)}"`);
  return terms.length > 0 ? ` AND (${terms.join(" OR ")})` : "";
};

/** Orders indexed before a search; takes some milliseconds. */
const BATCH_SIZE = 1_000;

/**
 * Keys of the newest matches, ignoring case. No statuses: any. `phone`: digits to find in the newest telephone numbers
 * too.
 */
export function searchOrders(
  typed: string,
  { status: statuses, phone, where }: { status: OrderStatus[]; phone: string | null; where?: SQL },
): number[] {
  const among = (columns: Column[], text: string) => {
    const ofThem = statuses.length ? inArray(sql`+${orders.status}`, statuses) : undefined;
    return newestMatching(orders.seq, and(newestContain(orders.seq, columns, text), ofThem, where));
  };
  // Telephone numbers are not in the index.
  const byPhone = phone ? among([orders.contactPhone], phone) : [];
  if (!isLongEnough(typed)) return mergeFtsResults([among(COLUMNS, typed), byPhone]);
  const isComplete = isIndexCurrent();
  const matches = searchFts(INDEX, orders.seq, typed, { among: ofStatus(statuses), where });
  if (isComplete && !phone) return matches;
  return mergeFtsResults([matches, byPhone, isComplete ? [] : among(COLUMNS, typed)]);
}

/** The digits of a possible part of a telephone number; null for other text. */
export function parsePhoneQuery(typed: string) {
  const digits = typed.replace(/^\+91|[\s()-]/g, "");
  return /^\d{3,10}$/.test(digits) ? digits : null;
}

/** While false, the newest orders are scanned too. */
function isIndexCurrent() {
  skipIfBusy(() => void updateSearchIndex(BATCH_SIZE));
  return !isBehind();
}

/** Indexes up to `limit` new orders and as many changed ones. Takes no lock when there is nothing to do. */
export function updateSearchIndex(limit: number): "more" | "done" {
  if (!isBehind()) return "done";
  transaction((tx) => {
    const from = indexPosition();
    const to = Math.min(newestOrder(), from + limit);
    index(tx, sql`seq > ${from} AND seq <= ${to}`);
    const stale = sql`(SELECT order_seq FROM order_search_queue ORDER BY order_seq LIMIT ${limit})`;
    tx.run(sql`DELETE FROM order_words WHERE rowid IN ${stale}`);
    index(tx, sql`seq IN ${stale} AND seq <= ${to}`);
    tx.run(sql`DELETE FROM order_search_queue WHERE order_seq IN ${stale}`);
    setValue(tx, PROGRESS, String(to));
  }, "none");
  return isBehind() ? "more" : "done";
}

const index = (tx: Tx, which: SQL) =>
  tx.run(sql`
    INSERT INTO order_words (rowid, words)
    SELECT seq, concat_ws(${FIELD_SEPARATOR}, id, contact_name, contact_email, payment_method,
                          ${STATUS} || substr(status, 1, 2))
    FROM orders WHERE ${which}`);

const isBehind = () =>
  newestOrder() > indexPosition() ||
  db.select().from(orderSearchQueue).limit(1).get() !== undefined;

const indexPosition = () => Number(getValue(PROGRESS) ?? 0);
