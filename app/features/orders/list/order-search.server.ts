import { and, inArray, sql, type Column, type SQL } from "drizzle-orm";
import { db } from "db/connection.server";
import { filterWithoutIndex } from "db/query-plans.server";
import { orders, orderSearchQueue } from "db/schema";
import {
  mergeFtsResults,
  isLongEnough,
  newestContain,
  newestMatching,
  phrase,
  searchFts,
} from "~/lib/full-text-search.server";
import { skipIfBusy, transaction } from "~/lib/write-transaction.server";
import type { OrderStatus } from "../order-status";
import { newestOrder } from "../orders.server";

type Filters = {
  status: OrderStatus[];
  phone: string | null;
  where?: SQL;
};

type SearchIndex = {
  search(typed: string, filters: Filters): number[];
  /** Indexes up to `limit` new orders and as many changed ones. Takes no lock when there is nothing to do. */
  update(limit: number): "more" | "done";
};

/** Updated in the background and before a search: in the booking it would double its time (docs/decisions/011). */
export const orderSearch: SearchIndex = { search, update };

const SEARCHED = [orders.id, orders.contactName, orders.contactEmail, orders.paymentMethod];

/** Orders indexed before a search; takes some milliseconds. */
const BATCH_SIZE = 1_000;

function search(typed: string, { status, phone, where }: Filters) {
  const scan = (columns: Column[], text: string) => {
    const hasStatus = status.length
      ? inArray(filterWithoutIndex(orders.status), status)
      : undefined;
    return newestMatching(
      orders.seq,
      and(newestContain(orders.seq, columns, text), hasStatus, where),
    );
  };
  // Telephone numbers are not in the index.
  const byPhone = phone ? scan([orders.contactPhone], phone) : [];
  if (!isLongEnough(typed)) return mergeFtsResults([scan(SEARCHED, typed), byPhone]);
  skipIfBusy(() => void update(BATCH_SIZE));
  const isComplete = !isBehind();
  const query = `- status : ${phrase(typed)}${hasAnyStatus(status)}`;
  const matches = searchFts("order_search", orders.seq, query, where);
  if (isComplete && !phone) return matches;
  return mergeFtsResults([matches, byPhone, isComplete ? [] : scan(SEARCHED, typed)]);
}

/** Three letters tell a status from all others, and a single trigram is found twice as fast as all of them. */
const hasAnyStatus = (statuses: OrderStatus[]) =>
  statuses.length > 0
    ? ` AND status : (${statuses.map((status) => phrase(status.slice(0, 3))).join(" OR ")})`
    : "";

/** The digits of a possible part of a telephone number; null for other text. */
export function parsePhoneQuery(typed: string) {
  const digits = typed.replace(/^\+91|[\s()-]/g, "");
  return /^\d{3,10}$/.test(digits) ? digits : null;
}

function update(limit: number) {
  if (!isBehind()) return "done";
  transaction((tx) => {
    const last = newestIndexed();
    const index = (which: SQL) =>
      tx.run(sql`
        INSERT INTO order_search (rowid, id, contact_name, contact_email, payment_method, status)
        SELECT seq, id, contact_name, contact_email, payment_method, status FROM orders WHERE ${which}`);
    const changed = sql`(SELECT order_seq FROM order_search_queue ORDER BY order_seq LIMIT ${limit})`;
    tx.run(sql`DELETE FROM order_search WHERE rowid IN ${changed}`);
    index(sql`seq IN ${changed} AND seq <= ${last}`);
    tx.run(sql`DELETE FROM order_search_queue WHERE order_seq IN ${changed}`);
    index(sql`seq > ${last} ORDER BY seq LIMIT ${limit}`);
  }, "none");
  return isBehind() ? "more" : "done";
}

const isBehind = () =>
  newestOrder() > newestIndexed() ||
  db.select().from(orderSearchQueue).limit(1).get() !== undefined;

const newestIndexed = () =>
  db.get<{ seq: number }>(sql`SELECT coalesce(max(id), 0) AS seq FROM order_search_docsize`).seq;
