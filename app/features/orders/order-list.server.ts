import { and, desc, eq, gte, inArray, lt, sql, type Column, type SQL } from "drizzle-orm";
import { db } from "db/client.server";
import { orders } from "db/schema";
import { allow, type Actor } from "~/features/auth/permissions";
import { addDays } from "~/lib/dates";
import { pageOf, type Page } from "~/lib/pagination.schema";
import { countPlaced, dayBehind } from "~/features/reports/sales-queries.server";
import type { Period } from "~/features/reports/report.rules";
import { countRows, inOrder, onPage, sorted } from "~/lib/pagination.server";
import { isAddress } from "~/lib/sql.server";
import { indexNote, isFound, newestOnly } from "~/lib/full-text-search.server";
import { dayStart } from "~/lib/time-zone.server";
import type { OrderQuery } from "./order-list.schema";
import { ordersContaining, phoneIn } from "./order-search.server";
import type { OrderStatus } from "./order.rules";
import { isOwed } from "./refunds-due.server";
import { withLines, type Order, type OrderRow } from "./orders.server";

type Span = Partial<Pick<OrderQuery, "from" | "to">>;

/** What the zoo's own screens ask for and the API does not know (contract 4). */
type Asked = {
  /** Searches telephone numbers too. */
  byPhone?: boolean;
  /** Only orders whose money is to be given back. */
  onlyOwed?: boolean;
};

/** One page of the matching orders. A search finds only the newest of them (../search.server.ts). */
export function listOrders(actor: Actor, query: OrderQuery, asked: Asked = {}): Page<Order> {
  allow(actor, "orders.read");
  const { page, limit } = query;
  const phone = asked.byPhone ? phoneIn(query.q) : null;
  const { status, q } = query;
  const filter = and(beyondWords(query), asked.onlyOwed ? isOwed : undefined);
  const found = q ? ordersContaining(q, { status, phone, where: filter }) : undefined;
  const all = found ? isFound(orders.seq, found) : and(isOneOf(query.status), filter);
  const period = asked.onlyOwed ? undefined : periodOf(query);
  const total = found?.length ?? (period ? countPlaced(period, query) : countRows(orders, all));
  const order = inOrder(query.sort, ...sortable(query));
  const days = period && laterDays(query, period, total);
  const where = days ? and(all, lt(orders.createdAt, endOf(days.day))) : all;
  const rows = db
    .select()
    .from(orders)
    .where(
      onPage(orders.seq, { where, keys: found, order, total, page, limit, leftOut: days?.later }),
    )
    .orderBy(...sorted(order))
    .all();
  const note = found && noteOn(q, found, phone !== null);
  return { items: withLines(rows), pagination: pageOf(total, page, limit), note };
}

const noteOn = (typed: string, found: number[], isByPhone: boolean) =>
  indexNote(orders.seq, typed, found) ??
  (isByPhone ? newestOnly(orders.seq, "Searches for telephone numbers") : undefined);

/** The period of a query for whole days, whose orders the daily sales have counted; undefined for a finer filter. */
function periodOf({ q, email, visitDate, from, to }: OrderQuery) {
  const isFine = q || email || visitDate || typeof from === "number" || typeof to === "number";
  return isFine ? undefined : { from, to };
}

/** Deep in a newest-first list, whole days before the page are skipped by their counts. */
function laterDays(query: OrderQuery, period: Period, total: number) {
  const { page, limit, sort } = query;
  const isNewestFirst = sort[0]?.field === "createdAt" && sort[0].descending;
  const before = (page - 1) * limit;
  const isNear = Math.min(before, total - before - limit) <= limit;
  return isNewestFirst && !isNear ? dayBehind(before, period, query) : undefined;
}

/** Orders of a period that come after one, newest first, for reading all of them in batches. */
export const ordersAfter = (last: OrderRow | undefined, period: Span, limit: number): OrderRow[] =>
  db
    .select()
    .from(orders)
    .where(
      and(
        ...placedIn(last ? { from: period.from } : period),
        last && sql`(${orders.createdAt}, ${orders.seq}) < (${last.createdAt}, ${last.seq})`,
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.seq))
    .limit(limit)
    .all();

/** The filters besides words and status, which are all that the search index knows. */
function beyondWords({ q, paymentMethod, email, visitDate, from, to }: OrderQuery) {
  return and(
    paymentMethod.length ? inArray(orders.paymentMethod, paymentMethod) : undefined,
    email ? isAddress(orders.contactEmail, email) : undefined,
    visitDate ? eq(orders.visitDate, visitDate) : undefined,
    ...placedIn({ from, to }, q ? unsorted(orders.createdAt) : undefined),
  );
}

function isOneOf(statuses: OrderStatus[]) {
  if (statuses.length === 0) return undefined;
  if (statuses.length > 1) return inArray(unsorted(orders.status), statuses);
  return inArray(orders.status, statuses);
}

const placedIn = ({ from, to }: Span, createdAt: SQL = sql`${orders.createdAt}`) => [
  from === undefined ? undefined : gte(createdAt, startOf(from)),
  to === undefined ? undefined : lt(createdAt, endOf(to)),
];

/** Read row by row: the index on this column would yield an order that has to be sorted. */
const unsorted = (column: Column) => sql`+${column}`;

/** A day is the zoo's, from its first moment to its last. */
const startOf = (when: string | number) => (typeof when === "number" ? when : dayStart(when));
const endOf = (when: string | number) =>
  typeof when === "number" ? when + 1 : dayStart(addDays(when, 1));

/** Search results are sorted by number, which rises with time; other lists have an index by time. */
function sortable({ q }: OrderQuery) {
  const byTime = q ? [orders.seq] : [orders.createdAt, orders.seq];
  const columns = {
    createdAt: byTime[0] ?? orders.seq,
    visitDate: orders.visitDate,
    totalAmount: orders.totalPaise,
    status: orders.status,
  };
  return [columns, ...byTime] as const;
}
