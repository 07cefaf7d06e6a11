import { asc, count, desc, inArray, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "db/client.server";
import type { Sort } from "./pagination.schema";

/** How many rows a list has on all its pages. */
export const countRows = (table: SQLiteTable, where: SQL | undefined) =>
  db.select({ rows: count() }).from(table).where(where).get()?.rows ?? 0;

type Ordering = { by: SQLWrapper; descending: boolean }[];

/** The sort as SQL, with creation order as tie-breaker so that no row appears on two pages. */
export function inOrder<Field extends string>(
  sort: Sort<Field>,
  columns: Record<Field, SQLWrapper>,
  ...newest: SQLWrapper[]
): Ordering {
  const asked = sort.map(({ field, descending }) => ({ by: columns[field], descending }));
  const byTime = asked.find(({ by }) => newest.includes(by));
  const rest = newest.filter((by) => by !== byTime?.by);
  return [...asked, ...rest.map((by) => ({ by, descending: byTime?.descending ?? true }))];
}

type List = {
  where: SQL | undefined;
  /** All keys of the list, newest first, when a search has found them. */
  keys?: number[];
  order: Ordering;
  /** How many rows there are on all pages. */
  total: number;
  page: number;
  limit: number;
  /** Rows of earlier pages that `where` already leaves out. */
  leftOut?: number;
};

/**
 * The condition for the rows of one page. Earlier pages are skipped by key alone, which an index can do without
 * reading a row, and from the nearer end of the list.
 */
export function onPage(key: SQLiteColumn, list: List) {
  const { where, keys, order, total, page, limit, leftOut = 0 } = list;
  const before = (page - 1) * limit;
  const [first] = order;
  if (keys && first?.by === key && first.descending) {
    return inArray(key, keys.slice(before, before + limit));
  }
  const many = Math.max(0, Math.min(limit, total - before));
  const after = Math.max(0, total - before - many);
  const isFar = before - leftOut > after;
  const ofPage = db
    .select({ key: sql`${key}` })
    .from(key.table)
    .where(where)
    .orderBy(...asSql(isFar ? backwards(order) : order))
    .limit(many)
    .offset(isFar ? after : before - leftOut);
  return inArray(key, ofPage);
}

/** Unary `+` keeps SQLite from walking an index; the page's few rows are sorted afterwards. */
export const sorted = (order: Ordering) =>
  asSql(order.map(({ by, descending }) => ({ by: sql`+${by}`, descending })));

const asSql = (order: Ordering) => order.map(({ by, descending }) => (descending ? desc : asc)(by));

const backwards = (order: Ordering) =>
  order.map(({ by, descending }) => ({ by, descending: !descending }));
