import { and, between, eq, gte, inArray, lt, sql, type SQL } from "drizzle-orm";
import { db } from "db/client.server";
import { animals, orderItems, orders } from "db/schema";
import { addDays } from "../clock";
import {
  ORDER_STATUSES,
  TICKET_TYPES,
  type PaymentMethod,
  type TicketCounts,
} from "../order/order.rules";
import { dayStart, zooDay } from "../zoo-time.server";
import type { DayValue } from "./report.rules";

/** Figures over all orders, counted in the database. Money in paise, days as the zoo counts them. */

/** Orders placed on these days of the zoo, both included; open at an end that is not given. */
export type Period = { from?: string | undefined; to?: string | undefined };

const placedIn = ({ from, to }: Period): SQL | undefined =>
  and(
    from ? gte(orders.createdAt, dayStart(from)) : undefined,
    to ? lt(orders.createdAt, dayStart(addDays(to, 1))) : undefined,
  );

export const animalCount = () =>
  db
    .select({ count: sql<number>`count(*)` })
    .from(animals)
    .get()?.count ?? 0;

/** How many orders stand in each status, and what they are worth. */
export function byStatus(period: Period = {}) {
  const rows = db
    .select({
      status: orders.status,
      count: sql<number>`count(*)`,
      paise: sql<number>`sum(${orders.totalPaise})`,
    })
    .from(orders)
    .where(placedIn(period))
    .groupBy(orders.status)
    .all();
  const of = (status: (typeof ORDER_STATUSES)[number]) =>
    rows.find((row) => row.status === status) ?? { count: 0, paise: 0 };
  return {
    pending: of("pending"),
    paid: of("paid"),
    cancelled: of("cancelled"),
    refunded: of("refunded"),
  };
}

export const methodCounts = (period: Period): { method: PaymentMethod; count: number }[] =>
  db
    .select({ method: orders.paymentMethod, count: sql<number>`count(*)` })
    .from(orders)
    .where(placedIn(period))
    .groupBy(orders.paymentMethod)
    .all();

/** Tickets of paid orders, and of paid and pending ones together, by type. */
export function ticketTotals(period: Period): { paid: TicketCounts; booked: TicketCounts } {
  const rows = db
    .select({
      type: orderItems.ticketType,
      status: orders.status,
      count: sql<number>`sum(${orderItems.quantity})`,
    })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderSeq, orders.seq))
    .where(and(inArray(orders.status, ["paid", "pending"]), placedIn(period)))
    .groupBy(orderItems.ticketType, orders.status)
    .all();
  const count = (statuses: string[]) =>
    Object.fromEntries(
      TICKET_TYPES.map((type) => [
        type,
        rows
          .filter((row) => row.type === type && statuses.includes(row.status))
          .reduce((sum, row) => sum + row.count, 0),
      ]),
    ) as TicketCounts;
  return { paid: count(["paid"]), booked: count(["paid", "pending"]) };
}

/** Revenue of paid orders by the day they were placed. */
export function revenueByDay(last: string, many: number): DayValue[] {
  const totals = new Map<string, number>();
  const rows = db
    .select({ createdAt: orders.createdAt, paise: orders.totalPaise })
    .from(orders)
    .where(and(eq(orders.status, "paid"), placedIn({ from: addDays(last, 1 - many), to: last })))
    .all();
  // By the zoo's days, which SQLite cannot tell.
  for (const { createdAt, paise } of rows) {
    const day = zooDay(createdAt);
    totals.set(day, (totals.get(day) ?? 0) + paise);
  }
  return [...totals].map(([day, value]) => ({ day, value }));
}

/** People expected on each day of visit: the tickets of paid and pending orders. */
export const visitorsByDay = (first: string, last: string): DayValue[] =>
  db
    .select({ day: orders.visitDate, value: sql<number>`sum(${orders.ticketCount})` })
    .from(orders)
    .where(and(between(orders.visitDate, first, last), inArray(orders.status, ["paid", "pending"])))
    .groupBy(orders.visitDate)
    .all();

/** Orders for a visit on that day, and orders placed on it. */
export const countForVisit = (day: string) =>
  db
    .select({ count: sql<number>`count(*)` })
    .from(orders)
    .where(eq(orders.visitDate, day))
    .get()?.count ?? 0;

export const countPlacedOn = (day: string) =>
  db
    .select({ count: sql<number>`count(*)` })
    .from(orders)
    .where(placedIn({ from: day, to: day }))
    .get()?.count ?? 0;

/** Revenue of paid orders placed in a month (`YYYY-MM`). */
export function revenueOfMonth(month: string) {
  const first = `${month}-01`;
  const next = addDays(first, 31).slice(0, 7);
  return (
    db
      .select({ paise: sql<number>`coalesce(sum(${orders.totalPaise}), 0)` })
      .from(orders)
      .where(
        and(eq(orders.status, "paid"), placedIn({ from: first, to: addDays(`${next}-01`, -1) })),
      )
      .get()?.paise ?? 0
  );
}
