import { and, inArray, sql, type SQL } from "drizzle-orm";
import { db } from "db/connection.server";
import { filterWithoutIndex } from "db/query-plans.server";
import { orders, orderSearchQueue } from "db/schema";
import {
  mergeFtsResults,
  newestContain,
  newestIndexed,
  newestMatching,
  phrase,
  searchIndexed,
  type SearchIndex,
} from "~/lib/full-text-search.server";
import { transaction } from "~/lib/write-transaction.server";
import type { OrderStatus } from "../order-status";
import { normalizePhone } from "../order-contact";
import { newestOrder } from "../orders.server";

type Filters = {
  status: OrderStatus[];
  phone: string | undefined;
  where?: SQL;
};

/** Filled in the background and before a search: in the booking it would double its time (docs/decisions/011). */
export const orderSearch: SearchIndex = {
  name: "order_search",
  key: orders.seq,
  columns: [orders.id, orders.contactName, orders.contactEmail, orders.paymentMethod],
  update,
  isBehind,
};

export function searchOrders(terms: string[], { status, phone, where }: Filters) {
  const hasStatus = status.length ? inArray(filterWithoutIndex(orders.status), status) : undefined;
  const scanWhere = and(hasStatus, where);
  const filter = `${hasAnyStatus(status)}- status : `;
  const matches = searchIndexed(orderSearch, terms, { where, scanWhere, filter });
  if (!phone) return matches;
  // Telephone numbers are not in the index.
  const byPhone = newestContain(orders.seq, [orders.contactPhone], [phone]);
  return mergeFtsResults([matches, newestMatching(orders.seq, and(byPhone, scanWhere))]);
}

/** Three letters tell a status from all others, and a single trigram is found twice as fast as all of them. */
const hasAnyStatus = (statuses: OrderStatus[]) =>
  statuses.length > 0
    ? `status : (${statuses.map((status) => phrase(status.slice(0, 3))).join(" OR ")}) AND `
    : "";

/** The digits of a telephone number or of a part of one; undefined for other text. */
export function parsePhoneQuery(typed: string) {
  const digits = normalizePhone(typed).replace(/[\s()+-]/g, "");
  return /^\d{3,15}$/.test(digits) ? digits : undefined;
}

function update(limit: number) {
  if (!isBehind()) return "done";
  transaction((tx) => {
    const last = newestIndexed("order_search");
    const index = (which: SQL) =>
      tx.run(sql`
        INSERT INTO order_search (rowid, id, contact_name, contact_email, payment_method, status)
        SELECT seq, fold_text(id), fold_text(contact_name), fold_text(contact_email), payment_method, status FROM orders WHERE ${which}`);
    const changed = sql`(SELECT order_seq FROM order_search_queue ORDER BY order_seq LIMIT ${limit})`;
    tx.run(sql`DELETE FROM order_search WHERE rowid IN ${changed}`);
    index(sql`seq IN ${changed} AND seq <= ${last}`);
    tx.run(sql`DELETE FROM order_search_queue WHERE order_seq IN ${changed}`);
    index(sql`seq > ${last} ORDER BY seq LIMIT ${limit}`);
  }, "none");
  return isBehind() ? "more" : "done";
}

function isBehind() {
  return (
    newestOrder() > newestIndexed("order_search") ||
    db.select().from(orderSearchQueue).limit(1).get() !== undefined
  );
}
