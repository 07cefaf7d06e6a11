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
import { db } from "db/client.server";
import { animals, heldPlaces, orders, sales, salesOfAllDays } from "db/schema";
import type { OrderStatus, PaymentMethod } from "~/features/orders/order.rules";
import type { DayValue, Period } from "./report.rules";

/** Figures over all orders, added up in the database. Money in paise, days as the zoo counts them. */

const many = sql<number>`count(*)`;
const sumOf = (amount: SQL | Column) => sql<number>`coalesce(sum(${amount}), 0)`;

export const animalCount = () => db.select({ many }).from(animals).get()?.many ?? 0;

/** One row for each day, status and method, or for each status and method of all days together. */
type AddedUp = typeof sales | typeof salesOfAllDays;

const ordersBy = (rows: AddedUp, method: PaymentMethod) =>
  sumOf(sql`iif(${rows.paymentMethod} = ${method}, ${rows.orders}, 0)`);
const paiseBy = (rows: AddedUp, method: PaymentMethod) =>
  sumOf(sql`iif(${rows.paymentMethod} = ${method}, ${rows.paise}, 0)`);
const figuresOf = (rows: AddedUp) => ({
  count: sumOf(rows.orders),
  paise: sumOf(rows.paise),
  upi: ordersBy(rows, "upi"),
  card: ordersBy(rows, "card"),
  cash: ordersBy(rows, "cash"),
  upiPaise: paiseBy(rows, "upi"),
  cardPaise: paiseBy(rows, "card"),
  cashPaise: paiseBy(rows, "cash"),
  adult: sumOf(rows.adults),
  child: sumOf(rows.children),
  senior: sumOf(rows.seniors),
});
type Sales = Record<keyof ReturnType<typeof figuresOf>, number>;
const NO_SALES: Sales = {
  count: 0,
  paise: 0,
  upi: 0,
  card: 0,
  cash: 0,
  upiPaise: 0,
  cardPaise: 0,
  cashPaise: 0,
  adult: 0,
  child: 0,
  senior: 0,
};

/** The orders placed in a period, by status: how many, their worth, by which method and for whom. */
export function salesIn(period: Period) {
  const { rows: from, where } = addedUp(period);
  const rows = db
    .select({ status: from.status, ...figuresOf(from) })
    .from(from)
    .where(where)
    .groupBy(from.status)
    .all();
  const of = (status: OrderStatus): Sales => rows.find((row) => row.status === status) ?? NO_SALES;
  return {
    pending: of("pending"),
    paid: of("paid"),
    cancelled: of("cancelled"),
    refunded: of("refunded"),
  };
}

/** Orders of these statuses and methods; any, when the list is empty. */
type Kind = { status?: OrderStatus[]; paymentMethod?: PaymentMethod[] };

/** How many orders of a kind were placed in a period. */
export function countPlaced(period: Period, kind: Kind = {}) {
  const { rows, where } = addedUp(period);
  const counted = db
    .select({ orders: sumOf(rows.orders) })
    .from(rows)
    .where(and(where, isOfKind(rows, kind)))
    .get();
  return counted?.orders ?? 0;
}

/**
 * The day holding the order at offset `newer`, and how many matching orders were placed on later days. Undefined
 * when there are no more than `newer`.
 */
export function dayBehind(newer: number, period: Period, kind: Kind) {
  const placed = sumOf(sales.orders);
  const days = db
    .select({
      day: sales.day,
      later: sql<number>`sum(${placed}) OVER (ORDER BY ${sales.day} DESC) - ${placed}`.as("later"),
      placed: placed.as("placed"),
    })
    .from(sales)
    .where(and(betweenDays(period), isOfKind(sales, kind)))
    .groupBy(sales.day)
    .as("days");
  return db
    .select({ day: days.day, later: days.later })
    .from(days)
    .where(gt(sql`${days.later} + ${days.placed}`, newer))
    .orderBy(desc(days.day))
    .limit(1)
    .get();
}

const isOfKind = (rows: AddedUp, { status = [], paymentMethod = [] }: Kind) =>
  and(
    status.length ? inArray(rows.status, status) : undefined,
    paymentMethod.length ? inArray(rows.paymentMethod, paymentMethod) : undefined,
  );

/** The rows to add up for a period: its days, or just a few rows when it has no ends. */
function addedUp({ from, to }: Period): { rows: AddedUp; where?: SQL } {
  return from || to ? { rows: sales, where: betweenDays({ from, to }) } : { rows: salesOfAllDays };
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
    .select({ day: heldPlaces.visitDate, value: sumOf(heldPlaces.held) })
    .from(heldPlaces)
    .where(between(heldPlaces.visitDate, first, last))
    .groupBy(heldPlaces.visitDate)
    .all();

/** Orders for a visit on that day, whatever became of them (spec 2), and how many of them nobody comes for. */
export const countForVisit = (day: string) =>
  db
    .select({
      many,
      calledOff: sql<number>`count(*) FILTER (WHERE ${orders.status} IN ('cancelled', 'refunded'))`,
    })
    .from(orders)
    .where(eq(orders.visitDate, day))
    .get() ?? { many: 0, calledOff: 0 };

/** Orders placed on that day. */
export const countPlacedOn = (day: string) => countPlaced({ from: day, to: day });
