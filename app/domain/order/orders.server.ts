import { eq, inArray } from "drizzle-orm";
import { db, type Tx } from "db/client.server";
import { orderItems, orders } from "db/schema";
import { allow, type Actor } from "../access";
import { numberInLetters, seal } from "../codes.server";
import { DomainError } from "../errors";
import { linkSecret } from "../secrets.server";
import { TICKET_TYPES, type Line } from "./order.rules";

export type OrderRow = typeof orders.$inferSelect;

/** An order with what was bought. Money in paise, instants in UTC milliseconds, the day as the zoo counts it. */
export type Order = OrderRow & { lines: Line[] };

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

/** Rows with what was bought. */
export function withLines(rows: OrderRow[], reader: Tx | typeof db = db): Order[] {
  const lines = linesOf(
    rows.map((row) => row.seq),
    reader,
  );
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
