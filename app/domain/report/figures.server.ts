import { and, between, eq, gte, lt, lte, sql, type Column, type SQL } from "drizzle-orm";
import { db } from "db/client.server";
import { animals, heldPlaces, orders, sales } from "db/schema";
import type { OrderStatus, PaymentMethod } from "../order/order.rules";
import type { DayValue, Period } from "./report.rules";

/** Figures over all orders, added up in the database. Money in paise, days as the zoo counts them. */

const many = sql<number>`count(*)`;
const sumOf = (amount: SQL | Column) => sql<number>`coalesce(sum(${amount}), 0)`;

export const animalCount = () => db.select({ many }).from(animals).get()?.many ?? 0;

const ordersBy = (method: PaymentMethod) =>
  sumOf(sql`iif(${sales.paymentMethod} = ${method}, ${sales.orders}, 0)`);
const SALES = {
  count: sumOf(sales.orders),
  paise: sumOf(sales.paise),
  upi: ordersBy("upi"),
  card: ordersBy("card"),
  cash: ordersBy("cash"),
  adult: sumOf(sales.adults),
  child: sumOf(sales.children),
  senior: sumOf(sales.seniors),
};
type Sales = Record<keyof typeof SALES, number>;
const NO_SALES: Sales = {
  count: 0,
  paise: 0,
  upi: 0,
  card: 0,
  cash: 0,
  adult: 0,
  child: 0,
  senior: 0,
};

/** The orders placed in a period, by status: how many, their worth, by which method and for whom. */
export function salesIn({ from, to }: Period) {
  const rows = db
    .select({ status: sales.status, ...SALES })
    .from(sales)
    .where(and(from ? gte(sales.day, from) : undefined, to ? lte(sales.day, to) : undefined))
    .groupBy(sales.status)
    .all();
  const of = (status: OrderStatus): Sales => rows.find((row) => row.status === status) ?? NO_SALES;
  return {
    pending: of("pending"),
    paid: of("paid"),
    cancelled: of("cancelled"),
    refunded: of("refunded"),
  };
}

/** How many orders there ever were in a status, and their worth. */
export const everIn = (status: OrderStatus) =>
  db
    .select({ count: SALES.count, paise: SALES.paise })
    .from(sales)
    .where(eq(sales.status, status))
    .get() ?? NO_SALES;

/** Revenue of paid orders placed on the days from one up to, and not including, another. */
export const revenueBetween = (first: string, end: string) =>
  db
    .select({ paise: SALES.paise })
    .from(sales)
    .where(and(eq(sales.status, "paid"), gte(sales.day, first), lt(sales.day, end)))
    .get()?.paise ?? 0;

/** People expected on each day of visit: what paid and pending orders hold. */
export const visitorsByDay = (first: string, last: string): DayValue[] =>
  db
    .select({ day: heldPlaces.visitDate, value: sumOf(heldPlaces.held) })
    .from(heldPlaces)
    .where(between(heldPlaces.visitDate, first, last))
    .groupBy(heldPlaces.visitDate)
    .all();

/** Orders for a visit on that day, and orders placed on it. */
export const countForVisit = (day: string) =>
  db.select({ many }).from(orders).where(eq(orders.visitDate, day)).get()?.many ?? 0;

export const countPlacedOn = (day: string) =>
  db.select({ count: SALES.count }).from(sales).where(eq(sales.day, day)).get()?.count ?? 0;
