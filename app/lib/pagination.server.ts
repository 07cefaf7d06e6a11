import { asc, count, desc, inArray, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "db/connection.server";
import type { Sort } from "./pagination.schema";

export const countRows = (table: SQLiteTable, where: SQL | undefined) =>
  db.select({ rows: count() }).from(table).where(where).get()?.rows ?? 0;

type Ordering = { by: SQLWrapper; descending: boolean }[];

/** Creation order breaks ties, so that no row appears on two pages. */
export function orderBy<Field extends string>(
  sort: Sort<Field>,
  columns: Record<Field, SQLWrapper>,
  ...newest: SQLWrapper[]
): Ordering {
  const requested = sort.map(({ field, descending }) => ({ by: columns[field], descending }));
  const byTime = requested.find(({ by }) => newest.includes(by));
  const rest = newest.filter((by) => by !== byTime?.by);
  return [...requested, ...rest.map((by) => ({ by, descending: byTime?.descending ?? true }))];
}

type List = {
  where: SQL | undefined;
  keys?: number[];
  order: Ordering;
  total: number;
  page: number;
  limit: number;
  /** Rows of earlier pages that `where` already excludes. */
  excludedRows?: number;
};

/** The condition for the rows of one page. Skips earlier pages by key in an index, from the nearer end of the list. */
export function pageCondition(key: SQLiteColumn, list: List) {
  const { where, keys, order, total, page, limit, excludedRows = 0 } = list;
  const before = (page - 1) * limit;
  const [first] = order;
  if (keys && first?.by === key && first.descending) {
    return inArray(key, keys.slice(before, before + limit));
  }
  const pageSize = Math.max(0, Math.min(limit, total - before));
  const after = Math.max(0, total - before - pageSize);
  const isReversed = before - excludedRows > after;
  const pageKeys = db
    .select({ key: sql`${key}` })
    .from(key.table)
    .where(where)
    .orderBy(...toOrderSql(isReversed ? reverseOrder(order) : order))
    .limit(pageSize)
    .offset(isReversed ? after : before - excludedRows);
  return inArray(key, pageKeys);
}

export const toOrderSql = (order: Ordering) =>
  order.map(({ by, descending }) => (descending ? desc : asc)(by));

const reverseOrder = (order: Ordering) =>
  order.map(({ by, descending }) => ({ by, descending: !descending }));
