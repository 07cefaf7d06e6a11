import { and, asc, eq, getTableColumns, isNotNull, isNull } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { admins, type orders, tickets } from "db/schema";
import { randomBase32 } from "~/lib/ids.server";
import type { OrderRow } from "~/features/orders/order.types";
import { ticketTypesOf } from "~/features/orders/ticket-counts";

export type Ticket = typeof tickets.$inferSelect;

/** 100 random bits, in letters that survive being typed. */
const CODE_LENGTH = 20;

/** One ticket per person, each with a new code that cannot be derived from the order. */
export function issueTickets(
  tx: Tx,
  order: Pick<OrderRow, "seq" | "adultCount" | "childCount" | "seniorCount">,
) {
  const issuedAt = Date.now();
  tx.insert(tickets)
    .values(
      ticketTypesOf(order).map((ticketType, index) => ({
        code: randomBase32(CODE_LENGTH),
        orderSeq: order.seq,
        number: index + 1,
        ticketType,
        issuedAt,
      })),
    )
    .run();
}

/** From now on the gate lets nobody in on an order's tickets. */
export function voidTickets(tx: Tx, orderSeq: number) {
  tx.update(tickets)
    .set({ voidedAt: Date.now() })
    .where(and(eq(tickets.orderSeq, orderSeq), isNull(tickets.voidedAt)))
    .run();
}

/** The tickets that are not void, by number; none unless the order is paid. */
export const activeTicketsOfOrder = (orderSeq: number): Ticket[] =>
  db
    .select()
    .from(tickets)
    .where(and(eq(tickets.orderSeq, orderSeq), isNull(tickets.voidedAt)))
    .orderBy(asc(tickets.number))
    .all();

/** True for tickets of an order that are used and not void. */
export const isCheckedIn = (orderSeq: number | typeof orders.seq) =>
  and(eq(tickets.orderSeq, orderSeq), isNotNull(tickets.usedAt), isNull(tickets.voidedAt));

/** Every ticket that an order ever had, void ones last, and who let its person in. */
export const allTicketsOfOrder = (orderSeq: number, reader: Reader = db) =>
  reader
    .select({ ...getTableColumns(tickets), usedByName: admins.name })
    .from(tickets)
    .leftJoin(admins, eq(admins.id, tickets.usedBy))
    .where(eq(tickets.orderSeq, orderSeq))
    .orderBy(asc(tickets.voidedAt), asc(tickets.number))
    .all();
