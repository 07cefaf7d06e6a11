import {
  and,
  between,
  desc,
  eq,
  gt,
  gte,
  inArray,
  lte,
  sql,
  type Column,
  type SQL,
} from "drizzle-orm";
import { db } from "db/connection.server";
import { animals, slotOccupancy, orders, sales, salesTotals } from "db/schema";
import type { OrderStatus } from "~/features/orders/order-status";
import {
  byPaymentMethod,
  PAYMENT_METHOD_IDS,
  type PaymentMethod,
} from "~/features/orders/payment-methods";
import type { DayValue, Period } from "./report.rules";

/** Figures over all orders, added up in the database. Money in paise, days as the zoo counts them. */

const count = sql<number>`count(*)`;
const sumOf = (amount: SQL | Column) => sql<number>`coalesce(sum(${amount}), 0)`;

export const animalCount = () => db.select({ animals: count }).from(animals).get()?.animals ?? 0;

/** One row for each day, status and method, or for each status and method of all days together. */
type SalesTable = typeof sales | typeof salesTotals;

const ordersBy = (rows: SalesTable, method: PaymentMethod) =>
  sumOf(sql`iif(${rows.paymentMethod} = ${method}, ${rows.orders}, 0)`);
const paiseBy = (rows: SalesTable, method: PaymentMethod) =>
  sumOf(sql`iif(${rows.paymentMethod} = ${method}, ${rows.paise}, 0)`);
const paiseColumns = <Value>(valueFor: (method: PaymentMethod) => Value) =>
  Object.fromEntries(PAYMENT_METHOD_IDS.map((id) => [`${id}Paise`, valueFor(id)])) as Record<
    `${PaymentMethod}Paise`,
    Value
  >;
const toFigures = (rows: SalesTable) => ({
  count: sumOf(rows.orders),
  paise: sumOf(rows.paise),
  ...byPaymentMethod(({ id }) => ordersBy(rows, id)),
  ...paiseColumns((method) => paiseBy(rows, method)),
  adult: sumOf(rows.adults),
  child: sumOf(rows.children),
  senior: sumOf(rows.seniors),
});
type Sales = Record<keyof ReturnType<typeof toFigures>, number>;
const NO_SALES: Sales = {
  count: 0,
  paise: 0,
  ...byPaymentMethod(() => 0),
  ...paiseColumns(() => 0),
  adult: 0,
  child: 0,
  senior: 0,
};

/** The orders placed in a period, by status: how many, their worth, by which method and for whom. */
export function salesIn(period: Period) {
  const { rows: from, where } = salesAggregate(period);
  const rows = db
    .select({ status: from.status, ...toFigures(from) })
    .from(from)
    .where(where)
    .groupBy(from.status)
    .all();
  const salesOf = (status: OrderStatus): Sales => rows.find((row) => row.status === status) ?? NO_SALES;
  return {
    pending: salesOf("pending"),
    paid: salesOf("paid"),
    cancelled: salesOf("cancelled"),
    refunded: salesOf("refunded"),
  };
}

/** Orders of these statuses and methods; any, when the list is empty. */
type OrderFilter = { status?: OrderStatus[]; paymentMethod?: PaymentMethod[] };

/** How many orders of a kind were placed in a period. */
export function countPlaced(period: Period, filter: OrderFilter = {}) {
  const { rows, where } = salesAggregate(period);
  const row = db
    .select({ orders: sumOf(rows.orders) })
    .from(rows)
    .where(and(where, matchesFilter(rows, filter)))
    .get();
  return row?.orders ?? 0;
}

/**
 * The day holding the order at offset `newer`, and how many matching orders were placed on later days. Undefined
 * when there are no more than `newer`.
 */
export function dateAtOffset(offset: number, period: Period, filter: OrderFilter) {
  const placed = sumOf(sales.orders);
  const days = db
    .select({
      day: sales.day,
      later: sql<number>`sum(${placed}) OVER (ORDER BY ${sales.day} DESC) - ${placed}`.as("later"),
      placed: placed.as("placed"),
    })
    .from(sales)
    .where(and(betweenDays(period), matchesFilter(sales, filter)))
    .groupBy(sales.day)
    .as("days");
  return db
    .select({ day: days.day, later: days.later })
    .from(days)
    .where(gt(sql`${days.later} + ${days.placed}`, offset))
    .orderBy(desc(days.day))
    .limit(1)
    .get();
}

const matchesFilter = (rows: SalesTable, { status = [], paymentMethod = [] }: OrderFilter) =>
  and(
    status.length ? inArray(rows.status, status) : undefined,
    paymentMethod.length ? inArray(rows.paymentMethod, paymentMethod) : undefined,
  );

/** The rows to add up for a period: its days, or just a few rows when it has no ends. */
function salesAggregate({ from, to }: Period): { rows: SalesTable; where?: SQL } {
  return from || to ? { rows: sales, where: betweenDays({ from, to }) } : { rows: salesTotals };
}

const betweenDays = ({ from, to }: Period) =>
  and(from ? gte(sales.day, from) : undefined, to ? lte(sales.day, to) : undefined);

/** Revenue of paid orders by the day they were placed on, from a day on; days without any are left out. */
export const revenueByDay = (first: string): DayValue[] =>
  revenueBy(sql<string>`${sales.day}`, first);

/** The same by month, which is named by its first day. */
export const revenueByMonth = (first: string): DayValue[] =>
  revenueBy(sql<string>`substr(${sales.day}, 1, 7) || '-01'`, first);

const revenueBy = (day: SQL<string>, first: string) =>
  db
    .select({ day, value: sumOf(sales.paise) })
    .from(sales)
    .where(and(eq(sales.status, "paid"), gte(sales.day, first)))
    .groupBy(day)
    .all();

/** People expected on each day of visit: what paid and pending orders hold. */
export const visitorsByDay = (first: string, last: string): DayValue[] =>
  db
    .select({ day: slotOccupancy.visitDate, value: sumOf(slotOccupancy.held) })
    .from(slotOccupancy)
    .where(between(slotOccupancy.visitDate, first, last))
    .groupBy(slotOccupancy.visitDate)
    .all();

/** Orders for a visit on that day, whatever became of them, and how many of them nobody comes for. */
export const countForVisit = (day: string) =>
  db
    .select({
      count,
      calledOff: sql<number>`count(*) FILTER (WHERE ${orders.status} IN ('cancelled', 'refunded'))`,
    })
    .from(orders)
    .where(eq(orders.visitDate, day))
    .get() ?? { count: 0, calledOff: 0 };

/** Orders placed on that day. */
export const countPlacedOn = (day: string) => countPlaced({ from: day, to: day });
