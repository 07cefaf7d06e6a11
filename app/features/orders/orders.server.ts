import { eq, sql } from "drizzle-orm";
import { db } from "db/connection.server";
import { prepared } from "db/prepared.server";
import { orderItems, orders } from "db/schema";
import { hmac } from "~/lib/crypto.server";
import { encodeBase32 } from "~/lib/ids.server";
import { DomainError } from "~/lib/errors";
import { linkSecret } from "~/lib/secrets.server";
import type { Order, OrderRow } from "./order.types";
import type { Line } from "~/features/tariff/tariff";
import { ticketPosition } from "~/features/tariff/tariff.server";

/** Order numbers start at ZV-7G01. */
const FIRST_NUMBER = 0x3c000;
export const orderNumber = (seq: number) => `ZV-${encodeBase32(FIRST_NUMBER + seq, 4)}`;

/** Also thrown for a wrong key, so that the response does not reveal which orders exist. */
export const orderNotFound = () => new DomainError("not_found", "Order not found");

/** Inside a transaction it reads that transaction's changes. Throws `not_found`. */
export function orderById(id: string): Order {
  const row = rowById().get({ id });
  if (!row) throw orderNotFound();
  return { ...row, lines: linesOf(itemsOf().all({ seq: row.seq })).get(row.seq) ?? [] };
}

/** 0 also for an unknown order. */
export const linkVersionOf = (id: string) => rowById().get({ id })?.linkVersion ?? 0;

const rowById = prepared(() =>
  db
    .select()
    .from(orders)
    .where(eq(orders.id, sql.placeholder("id")))
    .prepare(),
);
const itemsOf = prepared(() =>
  db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderSeq, sql.placeholder("seq")))
    .prepare(),
);

const itemsOfAll = prepared(() =>
  db
    .select()
    .from(orderItems)
    .where(sql`${orderItems.orderSeq} IN (SELECT value FROM json_each(${sql.placeholder("seqs")}))`)
    .prepare(),
);

/** 0 when there is none. */
export const newestOrder = () =>
  db
    .select({ seq: sql<number>`coalesce(max(seq), 0)` })
    .from(orders)
    .get()?.seq ?? 0;

/** The key of a visitor's secret link; only another version changes it. */
export const orderAccessKey = (id: string, version = 0) =>
  hmac(linkSecret(), version === 0 ? `order ${id}` : `order ${id} ${version}`);

/** Only the mail about an order has this key: with it the visitor confirms a booking to be paid in cash. */
export const confirmationKey = ({ id, linkVersion }: Pick<OrderRow, "id" | "linkVersion">) =>
  hmac(linkSecret(), `confirm ${id} ${linkVersion}`);

export function withLines(rows: OrderRow[]): Order[] {
  if (rows.length === 0) return [];
  const seqs = JSON.stringify(rows.map((row) => row.seq));
  const lines = linesOf(itemsOfAll().all({ seqs }));
  return rows.map((row) => ({ ...row, lines: lines.get(row.seq) ?? [] }));
}

function linesOf(items: (typeof orderItems.$inferSelect)[]) {
  const bySeq = new Map<number, Line[]>();
  items.sort((a, b) => ticketPosition(a.ticketType) - ticketPosition(b.ticketType));
  for (const { orderSeq, ...line } of items) {
    bySeq.set(orderSeq, [...(bySeq.get(orderSeq) ?? []), line]);
  }
  return bySeq;
}
