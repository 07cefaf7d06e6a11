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
import { animals, slotOccupancy, orders, sales, salesByType } from "db/schema";
import type { OrderStatus } from "~/features/orders/order-status";
import type { PaymentMethod } from "~/features/orders/payment-methods";
import type { DayValue, Period } from "./report.rules";

const count = sql<number>`count(*)`;
const sumOf = (amount: SQL | Column) => sql<number>`coalesce(sum(${amount}), 0)`;

export const animalCount = () => db.select({ animals: count }).from(animals).get()?.animals ?? 0;

type Sales = { count: number; paise: number };
type StatusSales = Sales & { by: Partial<Record<PaymentMethod, Sales>> };

/** Sums of the orders placed in a period, of these statuses or all. Money in paise, days in the zoo's time zone. */
export function salesByStatus(
  period: Period = {},
  statuses?: readonly OrderStatus[],
): Record<OrderStatus, StatusSales> {
  const rows = db
    .select({
      status: sales.status,
      method: sales.paymentMethod,
      count: sumOf(sales.orders),
      paise: sumOf(sales.paise),
    })
    .from(sales)
    .where(and(statuses && inArray(sales.status, statuses), betweenDays(period)))
    .groupBy(sales.status, sales.paymentMethod)
    .all();
  const none = (): StatusSales => ({ count: 0, paise: 0, by: {} });
  const found = { pending: none(), paid: none(), cancelled: none(), refunded: none() };
  for (const { status, method, count, paise } of rows) {
    found[status].count += count;
    found[status].paise += paise;
    found[status].by[method] = { count, paise };
  }
  return found;
}

/** How many of each type the orders with that status have that were placed in a period. */
export const typesSold = (status: OrderStatus, { from, to }: Period = {}) =>
  new Map(
    db
      .select({ type: salesByType.ticketType, sum: sumOf(salesByType.quantity) })
      .from(salesByType)
      .where(
        and(
          eq(salesByType.status, status),
          from ? gte(salesByType.day, from) : undefined,
          to ? lte(salesByType.day, to) : undefined,
        ),
      )
      .groupBy(salesByType.ticketType)
      .all()
      .map(({ type, sum }) => [type, sum]),
  );

type OrderFilter = { status?: OrderStatus[]; paymentMethod?: PaymentMethod[] };

export const countPlaced = (period: Period, filter: OrderFilter = {}) =>
  sumWhere(sales.orders, and(betweenDays(period), matchesFilter(filter)));

export const totalRevenue = () => sumWhere(sales.paise, eq(sales.status, "paid"));

const sumWhere = (amount: Column, where: SQL | undefined) =>
  db
    .select({ sum: sumOf(amount) })
    .from(sales)
    .where(where)
    .get()?.sum ?? 0;

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
    .where(and(betweenDays(period), matchesFilter(filter)))
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

const matchesFilter = ({ status = [], paymentMethod = [] }: OrderFilter) =>
  and(
    status.length ? inArray(sales.status, status) : undefined,
    paymentMethod.length ? inArray(sales.paymentMethod, paymentMethod) : undefined,
  );

const betweenDays = ({ from, to }: Period) =>
  and(from ? gte(sales.day, from) : undefined, to ? lte(sales.day, to) : undefined);

/** Revenue in paise by day of order, from a day on; days without revenue are omitted. */
export const revenueByDay = (first: string): DayValue[] =>
  revenueBy(sql<string>`${sales.day}`, first);

export const revenueByMonth = (first: string): DayValue[] =>
  revenueBy(sql<string>`substr(${sales.day}, 1, 7) || '-01'`, first);

const revenueBy = (day: SQL<string>, first: string) =>
  db
    .select({ day, value: sumOf(sales.paise) })
    .from(sales)
    .where(and(eq(sales.status, "paid"), gte(sales.day, first)))
    .groupBy(day)
    .all();

export const visitorsByDay = (first: string, last: string): DayValue[] =>
  db
    .select({ day: slotOccupancy.visitDate, value: sumOf(slotOccupancy.held) })
    .from(slotOccupancy)
    .where(between(slotOccupancy.visitDate, first, last))
    .groupBy(slotOccupancy.visitDate)
    .all();

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
