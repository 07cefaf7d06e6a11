import { and, desc, eq, gte, inArray, lt, sql } from "drizzle-orm";
import { db } from "db/connection.server";
import { prepared } from "db/prepared.server";
import { filterWithoutIndex } from "db/query-plans.server";
import { orders } from "db/schema";
import { authorize, type Actor } from "~/features/auth/permissions";
import { addDays } from "~/lib/dates";
import { toPage, type Page } from "~/lib/pagination.schema";
import { countPlaced, dateAtOffset } from "~/features/reports/sales-queries.server";
import type { Period } from "~/features/reports/report.rules";
import { countRows, orderBy, pageCondition, toOrderSql } from "~/lib/pagination.server";
import { emailEquals } from "~/lib/sql.server";
import { indexNote, inFtsResult, newestOnly } from "~/lib/full-text-search.server";
import { searchTerms } from "~/lib/text/search-text";
import { startOfDay } from "~/lib/time-zone.server";
import type { OrderQuery } from "./order-list.schema";
import { orderSearch, parsePhoneQuery, searchOrders } from "./order-search.server";
import type { OrderStatus } from "../order-status";
import { isRefundDue } from "../refunds-due.server";
import { withLines } from "../orders.server";
import type { Order, OrderRow } from "../order.types";

type Span = Partial<Pick<OrderQuery, "from" | "to">>;

type StaffFilters = {
  byPhone?: boolean;
  onlyOwed?: boolean;
};

/** One page of the matching orders. A text search covers only the newest matches. */
export function listOrders(
  actor: Actor,
  query: OrderQuery,
  filters: StaffFilters = {},
): Page<Order> {
  authorize(actor, "orders.read");
  const { page, limit } = query;
  const phone = filters.byPhone ? parsePhoneQuery(query.q) : undefined;
  const { status } = query;
  const terms = searchTerms(query.q);
  const filter = and(nonTextFilters(query), filters.onlyOwed ? isRefundDue : undefined);
  const matches = query.q ? searchOrders(terms, { status, phone, where: filter }) : undefined;
  const all = matches ? inFtsResult(orders.seq, matches) : and(isOneOf(query.status), filter);
  const period = filters.onlyOwed ? undefined : periodOf(query);
  const total = matches?.length ?? (period ? countPlaced(period, query) : countRows(orders, all));
  const order = orderBy(query.sort, ...sortable(query));
  const days = period && hasLaterDates(query, period, total);
  const where = days ? and(all, lt(orders.createdAt, endOf(days.day))) : all;
  const rows = db
    .select()
    .from(orders)
    .where(
      pageCondition(orders.seq, {
        where,
        keys: matches,
        order,
        total,
        page,
        limit,
        excludedRows: days?.later,
      }),
    )
    .orderBy(...toOrderSql(order))
    .all();
  const note = matches && searchNote(terms, matches, phone !== undefined);
  return { items: withLines(rows), pagination: toPage(total, page, limit), note };
}

const searchNote = (terms: string[], matches: number[], isByPhone: boolean) =>
  indexNote(orderSearch, terms, matches) ??
  (isByPhone ? newestOnly(orders.seq, "Searches for telephone numbers") : undefined);

function periodOf({ q, email, channel, visitDate, from, to }: OrderQuery) {
  const isFine =
    q ||
    email ||
    channel.length > 0 ||
    visitDate ||
    typeof from === "number" ||
    typeof to === "number";
  return isFine ? undefined : { from, to };
}

function hasLaterDates(query: OrderQuery, period: Period, total: number) {
  const { page, limit, sort } = query;
  const isNewestFirst = sort[0]?.field === "createdAt" && sort[0].descending;
  const before = (page - 1) * limit;
  const isNear = Math.min(before, total - before - limit) <= limit;
  return isNewestFirst && !isNear ? dateAtOffset(before, period, query) : undefined;
}

/** The next batch of a period's orders, newest first, after the order `last`. */
export const iterateOrders = (
  last: OrderRow | undefined,
  { from, to }: Span,
  limit: number,
): OrderRow[] =>
  nextBatch().all({
    from: from === undefined ? 0 : startOf(from),
    before: last?.createdAt ?? (to === undefined ? Number.MAX_SAFE_INTEGER : endOf(to)),
    seq: last?.seq ?? 0,
    limit,
  });

/** Once for all: what each batch of a million orders would prepare anew, only full garbage collections take away. */
const nextBatch = prepared(() =>
  db
    .select()
    .from(orders)
    .where(
      and(
        gte(orders.createdAt, sql.placeholder("from")),
        sql`(${orders.createdAt}, ${orders.seq}) < (${sql.placeholder("before")}, ${sql.placeholder("seq")})`,
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.seq))
    .limit(sql.placeholder("limit"))
    .prepare(),
);

function nonTextFilters({ paymentMethod, channel, email, visitDate, from, to }: OrderQuery) {
  return and(
    paymentMethod.length ? inArray(orders.paymentMethod, paymentMethod) : undefined,
    channel.length ? inArray(orders.channel, channel) : undefined,
    email ? emailEquals(orders.contactEmail, email) : undefined,
    visitDate ? eq(orders.visitDate, visitDate) : undefined,
    ...placedBetween({ from, to }),
  );
}

function isOneOf(statuses: OrderStatus[]) {
  if (statuses.length === 0) return undefined;
  if (statuses.length > 1) return inArray(filterWithoutIndex(orders.status), statuses);
  return inArray(orders.status, statuses);
}

const placedBetween = ({ from, to }: Span) => [
  from === undefined ? undefined : gte(orders.createdAt, startOf(from)),
  to === undefined ? undefined : lt(orders.createdAt, endOf(to)),
];

const startOf = (when: string | number) => (typeof when === "number" ? when : startOfDay(when));
const endOf = (when: string | number) =>
  typeof when === "number" ? when + 1 : startOfDay(addDays(when, 1));

/** Search results are sorted by `seq`, which rises with time; other lists have an index by time. */
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
