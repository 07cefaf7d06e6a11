import { eq, inArray, sql } from "drizzle-orm";
import { db } from "db/client.server";
import { orderItems, orders } from "db/schema";
import { allow, type Actor } from "~/features/auth/permissions";
import { numberInLetters, seal } from "~/lib/ids.server";
import { DomainError } from "~/lib/errors";
import { linkSecret } from "~/lib/secrets.server";
import { sweepUnpaid } from "./expire-orders.server";
import { TICKET_TYPES, type Line } from "./order.rules";

export type OrderRow = typeof orders.$inferSelect;

/** An order with what was bought. Money in paise, instants in UTC milliseconds, the day as the zoo counts it. */
export type Order = OrderRow & { lines: Line[] };

/** Order numbers count up from ZV-7G01. */
const FIRST_NUMBER = 0x3c000;
export const orderNumber = (seq: number) => `ZV-${numberInLetters(FIRST_NUMBER + seq, 4)}`;

/** Also for a wrong key: nobody learns from the answer which orders there are. */
export const unknownOrder = () => new DomainError("not_found", "Order not found");

/** Inside a transaction it sees that transaction's changes. Throws `not_found`. */
export function orderById(id: string): Order {
  const row = rowById.get({ id });
  if (!row) throw unknownOrder();
  return { ...row, lines: linesOf(itemsOf.all({ seq: row.seq })).get(row.seq) ?? [] };
}

const rowById = db
  .select()
  .from(orders)
  .where(eq(orders.id, sql.placeholder("id")))
  .prepare();
const itemsOf = db
  .select()
  .from(orderItems)
  .where(eq(orderItems.orderSeq, sql.placeholder("seq")))
  .prepare();

/** As it is now: an order whose hold has lapsed is not shown as waiting for payment. Throws `not_found`. */
export function findOrder(actor: Actor, id: string): Order {
  allow(actor, "orders.read");
  sweepUnpaid();
  return orderById(id);
}

/** The row number of the newest order; 0 when there is none. */
export const newestOrder = () =>
  db
    .select({ seq: sql<number>`coalesce(max(seq), 0)` })
    .from(orders)
    .get()?.seq ?? 0;

/** The key in a visitor's secret link. It is made from the order's number, so nothing a visitor edits changes it. */
export const visitorKey = (id: string) => seal(linkSecret(), `order ${id}`);

/** Adds the items to rows. */
export function withLines(rows: OrderRow[]): Order[] {
  if (rows.length === 0) return [];
  const seqs = rows.map((row) => row.seq);
  const items = db.select().from(orderItems).where(inArray(orderItems.orderSeq, seqs)).all();
  const lines = linesOf(items);
  return rows.map((row) => ({ ...row, lines: lines.get(row.seq) ?? [] }));
}

/** Items by order, sorted as tickets are listed everywhere. */
function linesOf(items: (typeof orderItems.$inferSelect)[]) {
  const bySeq = new Map<number, Line[]>();
  items.sort((a, b) => TICKET_TYPES.indexOf(a.ticketType) - TICKET_TYPES.indexOf(b.ticketType));
  for (const { orderSeq, ...line } of items) {
    bySeq.set(orderSeq, [...(bySeq.get(orderSeq) ?? []), line]);
  }
  return bySeq;
}
