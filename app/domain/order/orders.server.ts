import { and, desc, eq, gte, inArray, lt, sql, type Column, type SQL } from "drizzle-orm";
import { db, type Tx } from "db/client.server";
import { orderItems, orders, sales } from "db/schema";
import { allow, type Actor } from "../access";
import { numberInLetters, seal } from "../codes.server";
import { DomainError } from "../errors";
import { pageOf, type Page } from "../listing";
import { countRows, inOrder } from "../rows.server";
import { linkSecret } from "../secrets.server";
import { dayStart } from "../zoo-time.server";
import { addDays } from "../clock";
import { TICKET_TYPES, type Line } from "./order.rules";
import type { OrderQuery } from "./order.query";
import { ordersContain } from "./order-words.server";

type Row = typeof orders.$inferSelect;
type Span = Partial<Pick<OrderQuery, "from" | "to">>;

/** An order with what was bought. Money in paise, instants in UTC milliseconds, the day as the zoo counts it. */
export type Order = Row & { lines: Line[] };

/** Order numbers rise, and start where they have four letters: `ZV-7F3K`. */
const FIRST_NUMBER = 0x3c000;
export const orderNumber = (seq: number) => `ZV-${numberInLetters(FIRST_NUMBER + seq, 4)}`;

const unknownOrder = () => new DomainError("not_found", "Order not found");

/** Throws `not_found`. */
export function orderById(id: string, reader: Tx | typeof db = db): Order {
  const row = reader.select().from(orders).where(eq(orders.id, id)).get();
  if (!row) throw unknownOrder();
  return { ...row, lines: linesOf([row.seq], reader).get(row.seq) ?? [] };
}

/** Throws `not_found`. */
export function findOrder(actor: Actor, id: string): Order {
  allow(actor, "orders.read");
  return orderById(id);
}

/** The key in a visitor's secret link. It is made from the order's number, so nothing a visitor edits changes it. */
export const visitorKey = (id: string) => seal(linkSecret(), `order ${id}`);

export function listOrders(actor: Actor, query: OrderQuery): Page<Order> {
  allow(actor, "orders.read");
  const where = matching(query);
  const pagination = pageOf(countOf(query, where), query.page, query.limit);
  const rows = db
    .select()
    .from(orders)
    .where(where)
    .orderBy(...inOrder(query.sort, SORTABLE, orders.seq))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .all();
  return { items: withLines(rows), pagination };
}

/** By status and method the sales know it; anything finer has to be counted. */
function countOf(query: OrderQuery, where: SQL | undefined) {
  const { status, paymentMethod, q, email, visitDate, from, to } = query;
  if (q || email || visitDate || from !== undefined || to !== undefined) {
    return countRows(orders, where);
  }
  const added = db
    .select({ count: sql<number>`coalesce(sum(${sales.orders}), 0)` })
    .from(sales)
    .where(
      and(
        status.length ? inArray(sales.status, status) : undefined,
        paymentMethod.length ? inArray(sales.paymentMethod, paymentMethod) : undefined,
      ),
    )
    .get();
  return added?.count ?? 0;
}

/** The newest orders of a period before a number, for reading all of them a batch at a time. */
export function ordersBefore(seq: number, period: Span, limit: number) {
  const rows = db
    .select()
    .from(orders)
    .where(and(lt(orders.seq, seq), ...placedIn(period)))
    .orderBy(desc(orders.seq))
    .limit(limit)
    .all();
  return withLines(rows);
}

function matching({ q, status, paymentMethod, email, visitDate, from, to }: OrderQuery) {
  const filters: (SQL | undefined)[] = [
    status.length === 1 ? inArray(orders.status, status) : undefined,
    status.length > 1 ? inArray(unsorted(orders.status), status) : undefined,
    paymentMethod.length ? inArray(orders.paymentMethod, paymentMethod) : undefined,
    email ? sql`${orders.contactEmail} = ${email} COLLATE NOCASE` : undefined,
    visitDate ? eq(orders.visitDate, visitDate) : undefined,
    ...placedIn({ from, to }),
    q ? ordersContain(q) : undefined,
  ];
  return and(...filters);
}

const placedIn = ({ from, to }: Span) => [
  from === undefined ? undefined : gte(unsorted(orders.createdAt), startOf(from)),
  to === undefined ? undefined : lt(unsorted(orders.createdAt), endOf(to)),
];

/** Keeps SQLite from an index whose rows it would then have to sort, all of them, for one page. */
const unsorted = (column: Column) => sql`+${column}`;

/** A day is the zoo's, from its first moment to its last. */
const startOf = (when: string | number) => (typeof when === "number" ? when : dayStart(when));
const endOf = (when: string | number) =>
  typeof when === "number" ? when + 1 : dayStart(addDays(when, 1));

const SORTABLE = {
  createdAt: orders.seq, // numbers rise with time, and need no second index
  visitDate: orders.visitDate,
  totalAmount: orders.totalPaise,
  status: orders.status,
} as const;

function withLines(rows: Row[]): Order[] {
  const lines = linesOf(rows.map((row) => row.seq));
  return rows.map((row) => ({ ...row, lines: lines.get(row.seq) ?? [] }));
}

function linesOf(seqs: number[], reader: Tx | typeof db = db) {
  const bySeq = new Map<number, Line[]>();
  if (seqs.length === 0) return bySeq;
  const rows = reader.select().from(orderItems).where(inArray(orderItems.orderSeq, seqs)).all();
  rows.sort((a, b) => TICKET_TYPES.indexOf(a.ticketType) - TICKET_TYPES.indexOf(b.ticketType));
  for (const { orderSeq, ...line } of rows) {
    bySeq.set(orderSeq, [...(bySeq.get(orderSeq) ?? []), line]);
  }
  return bySeq;
}
