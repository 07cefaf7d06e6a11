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

const count = sql<number>`count(*)`;
const sumOf = (amount: SQL | Column) => sql<number>`coalesce(sum(${amount}), 0)`;

export const animalCount = () => db.select({ animals: count }).from(animals).get()?.animals ?? 0;

/** Sums by day, status and method, or by status and method alone. */
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

/** Sums of the orders placed in a period, by status. Money in paise, days in the zoo's time zone. */
export function salesIn(period: Period) {
  const { rows: from, where } = salesAggregate(period);
  const rows = db
    .select({ status: from.status, ...toFigures(from) })
    .from(from)
    .where(where)
    .groupBy(from.status)
    .all();
  const salesOf = (status: OrderStatus): Sales =>
    rows.find((row) => row.status === status) ?? NO_SALES;
  return {
    pending: salesOf("pending"),
    paid: salesOf("paid"),
    cancelled: salesOf("cancelled"),
    refunded: salesOf("refunded"),
  };
}

/** An empty list matches all. */
type OrderFilter = { status?: OrderStatus[]; paymentMethod?: PaymentMethod[] };

export function countPlaced(period: Period, filter: OrderFilter = {}) {
  const { rows, where } = salesAggregate(period);
  const row = db
    .select({ orders: sumOf(rows.orders) })
    .from(rows)
    .where(and(where, matchesFilter(rows, filter)))
    .get();
  return row?.orders ?? 0;
}

/** The day of the order at this offset, newest first, and the number of orders on later days. Lets lists skip entire days. */
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

/** Without a period, the totals table has just a few rows to add up. */
function salesAggregate({ from, to }: Period): { rows: SalesTable; where?: SQL } {
  return from || to ? { rows: sales, where: betweenDays({ from, to }) } : { rows: salesTotals };
}

const betweenDays = ({ from, to }: Period) =>
  and(from ? gte(sales.day, from) : undefined, to ? lte(sales.day, to) : undefined);

/** Revenue in paise by day of order, from a day on; days without revenue are omitted. */
export const revenueByDay = (first: string): DayValue[] =>
  revenueBy(sql<string>`${sales.day}`, first);

/** Revenue in paise by month; `day` is the first of the month. */
export const revenueByMonth = (first: string): DayValue[] =>
  revenueBy(sql<string>`substr(${sales.day}, 1, 7) || '-01'`, first);

const revenueBy = (day: SQL<string>, first: string) =>
  db
    .select({ day, value: sumOf(sales.paise) })
    .from(sales)
    .where(and(eq(sales.status, "paid"), gte(sales.day, first)))
    .groupBy(day)
    .all();

/** Reserved places by day of visit. */
export const visitorsByDay = (first: string, last: string): DayValue[] =>
  db
    .select({ day: slotOccupancy.visitDate, value: sumOf(slotOccupancy.held) })
    .from(slotOccupancy)
    .where(between(slotOccupancy.visitDate, first, last))
    .groupBy(slotOccupancy.visitDate)
    .all();

/** Orders for a visit on that day, in all and cancelled or refunded. */
export const countForVisit = (day: string) =>
  db
    .select({
      count,
      calledOff: sql<number>`count(*) FILTER (WHERE ${orders.status} IN ('cancelled', 'refunded'))`,
    })
    .from(orders)
    .where(eq(orders.visitDate, day))
    .get() ?? { count: 0, calledOff: 0 };

export const countPlacedOn = (day: string) => countPlaced({ from: day, to: day });
