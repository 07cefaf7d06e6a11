import { and, between, eq, gte, lt, sql, type Column, type SQL } from "drizzle-orm";
import { db } from "db/client.server";
import { animals, heldPlaces, orders } from "db/schema";
import { addDays } from "../clock";
import type { OrderStatus, PaymentMethod } from "../order/order.rules";
import { dayStart } from "../zoo-time.server";
import type { DayValue, Period } from "./report.rules";

/** Figures over all orders, counted in the database. Money in paise, days as the zoo counts them. */

const many = sql<number>`count(*)`;
const sumOf = (amount: SQL | Column) => sql<number>`coalesce(sum(${amount}), 0)`;

export const animalCount = () => db.select({ many }).from(animals).get()?.many ?? 0;

const WORTH = { count: many, paise: sumOf(orders.totalPaise) };

/** How many orders stand in each status, and what they are worth; over everything there is. */
export function byStatus() {
  const rows = db
    .select({ status: orders.status, ...WORTH })
    .from(orders)
    .groupBy(orders.status)
    .all();
  return forEach((status) => rows.find((row) => row.status === status) ?? { count: 0, paise: 0 });
}

const paidBy = (method: PaymentMethod) => sumOf(sql`${orders.paymentMethod} = ${method}`);
const SALES = {
  ...WORTH,
  upi: paidBy("upi"),
  card: paidBy("card"),
  cash: paidBy("cash"),
  adult: sumOf(orders.adultCount),
  child: sumOf(orders.childCount),
  senior: sumOf(orders.seniorCount),
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

/** The same for a period, and by which method and for whom, in one pass over one index. */
export function salesIn({ from, to }: Period) {
  // The plus keeps to the index that has all the columns, however narrow the period.
  const placed = sql`+${orders.createdAt}`;
  const rows = db
    .select({ status: orders.status, ...SALES })
    .from(orders)
    .where(
      and(
        from ? gte(placed, dayStart(from)) : undefined,
        to ? lt(placed, dayStart(addDays(to, 1))) : undefined,
      ),
    )
    .groupBy(orders.status)
    .all();
  return forEach((status): Sales => rows.find((row) => row.status === status) ?? NO_SALES);
}

const forEach = <Figures>(of: (status: OrderStatus) => Figures) => ({
  pending: of("pending"),
  paid: of("paid"),
  cancelled: of("cancelled"),
  refunded: of("refunded"),
});

/** Revenue of paid orders placed on the days from one up to, and not including, another. */
export const revenueBetween = (first: string, end: string) =>
  db
    .select({ paise: sumOf(orders.totalPaise) })
    .from(orders)
    .where(and(eq(orders.status, "paid"), placedBetween(first, end)))
    .get()?.paise ?? 0;

/** People expected on each day of visit: what paid and pending orders hold. */
export const visitorsByDay = (first: string, last: string): DayValue[] =>
  db
    .select({ day: heldPlaces.visitDate, value: sql<number>`sum(${heldPlaces.held})` })
    .from(heldPlaces)
    .where(between(heldPlaces.visitDate, first, last))
    .groupBy(heldPlaces.visitDate)
    .all();

/** Orders for a visit on that day, and orders placed on it. */
export const countForVisit = (day: string) =>
  db.select({ many }).from(orders).where(eq(orders.visitDate, day)).get()?.many ?? 0;

export const countPlacedOn = (day: string) =>
  db
    .select({ many })
    .from(orders)
    .where(placedBetween(day, addDays(day, 1)))
    .get()?.many ?? 0;

const placedBetween = (first: string, end: string) =>
  and(gte(orders.createdAt, dayStart(first)), lt(orders.createdAt, dayStart(end)));
