import { and, asc, eq, getTableColumns, isNotNull, isNull } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { admins, type orders, tickets } from "db/schema";
import { randomBase32 } from "~/lib/ids.server";
import type { OrderRow } from "~/features/orders/order.types";
import { ticketTypesOf } from "~/features/orders/ticket-counts";

export type Ticket = typeof tickets.$inferSelect;

/** 100 random bits in base 32. */
const CODE_LENGTH = 20;

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

export function voidTickets(tx: Tx, orderSeq: number) {
  tx.update(tickets)
    .set({ voidedAt: Date.now() })
    .where(and(eq(tickets.orderSeq, orderSeq), isNull(tickets.voidedAt)))
    .run();
}

/** Gives the tickets that nobody has used yet new codes; the earlier ones are void. */
export function replaceUnusedCodes(tx: Tx, orderSeq: number) {
  const unused = and(
    eq(tickets.orderSeq, orderSeq),
    isNull(tickets.voidedAt),
    isNull(tickets.usedAt),
  );
  const replaced = tx.select().from(tickets).where(unused).all();
  const now = Date.now();
  tx.update(tickets).set({ voidedAt: now }).where(unused).run();
  for (const { number, ticketType } of replaced) {
    const code = randomBase32(CODE_LENGTH);
    tx.insert(tickets).values({ code, orderSeq, number, ticketType, issuedAt: now }).run();
  }
}

/** The tickets that are not void, by number. */
export const activeTicketsOfOrder = (orderSeq: number): Ticket[] =>
  db
    .select()
    .from(tickets)
    .where(and(eq(tickets.orderSeq, orderSeq), isNull(tickets.voidedAt)))
    .orderBy(asc(tickets.number))
    .all();

export const isCheckedIn = (orderSeq: number | typeof orders.seq) =>
  and(eq(tickets.orderSeq, orderSeq), isNotNull(tickets.usedAt), isNull(tickets.voidedAt));

/** Includes void tickets, last. */
export const allTicketsOfOrder = (orderSeq: number, reader: Reader = db) =>
  reader
    .select({ ...getTableColumns(tickets), usedByName: admins.name })
    .from(tickets)
    .leftJoin(admins, eq(admins.id, tickets.usedBy))
    .where(eq(tickets.orderSeq, orderSeq))
    .orderBy(asc(tickets.voidedAt), asc(tickets.number))
    .all();
