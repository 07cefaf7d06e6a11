import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  or,
  sql,
} from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { prepared } from "db/prepared.server";
import { admins, gateDevices, orders, tickets } from "db/schema";
import { scannerName } from "~/features/gate-devices/scanner-name.server";
import { DomainError } from "~/lib/errors";
import { randomBase32 } from "~/lib/ids.server";
import { plannedOnce, prepareInsert } from "~/lib/sql.server";
import { ACTIVE_STATUSES } from "~/features/orders/order-status";
import type { Slot } from "~/features/slots/slot";
import type { Order } from "~/features/orders/order.types";
import type { TicketType } from "~/features/tariff/tariff";
import { replacePartyCode } from "./party-codes.server";
import { CODE_LENGTH } from "./ticket-code";
import { takesPlace, ticketLabel } from "~/features/tariff/tariff.server";

export type Ticket = typeof tickets.$inferSelect;

/**
 * One ticket per person, but none for those who have one that counts, as who is inside since an earlier payment, or whose
 * ticket was refunded.
 */
export function issueTickets(_: Tx, order: Pick<Order, "seq" | "lines">) {
  const issuedAt = Date.now();
  const done = doneQuery().all({ orderSeq: order.seq });
  const people = peopleOf(order);
  const numbers = people
    .map((_, index) => index + 1)
    .filter((number) => !done.some((ticket) => ticket.number === number));
  const missing = withoutTypes(people, done)
    .slice(0, numbers.length)
    .map((ticketType, index) => ({ ticketType, number: numbers[index] ?? 0 }));
  for (const ticket of missing)
    addTicket({ code: randomBase32(CODE_LENGTH), orderSeq: order.seq, issuedAt, ...ticket });
}

const addTicket = prepareInsert(tickets, "code", "orderSeq", "issuedAt", "ticketType", "number");

const doneQuery = prepared(() => {
  const ofOrder = eq(tickets.orderSeq, sql.placeholder("orderSeq"));
  const isDone = and(ofOrder, or(isNull(tickets.voidedAt), isNotNull(tickets.refundId)));
  return db.select().from(tickets).where(isDone).prepare();
});

/** The people that are left when those with a ticket are taken away. */
function withoutTypes(people: TicketType[], done: Ticket[]) {
  const taken = new Map<TicketType, number>();
  for (const { ticketType } of done) taken.set(ticketType, (taken.get(ticketType) ?? 0) + 1);
  return people.filter((type) => {
    const left = taken.get(type) ?? 0;
    taken.set(type, left - 1);
    return left <= 0;
  });
}

/** An order that is paid again, whose earlier tickets are void, gets another party code as well. */
export function renewPartyCode(tx: Tx, orderSeq: number) {
  if (voidQuery().get({ orderSeq })) replacePartyCode(tx, orderSeq);
}

const voidQuery = prepared(() => {
  const ofOrder = eq(tickets.orderSeq, sql.placeholder("orderSeq"));
  const isVoid = and(ofOrder, isNotNull(tickets.voidedAt), isNull(tickets.refundId));
  return db.select({ code: tickets.code }).from(tickets).where(isVoid).prepare();
});

/** The type of each person, in the order of the lines; extras are no persons. */
const peopleOf = ({ lines }: Pick<Order, "lines">) =>
  lines
    .filter(({ ticketType }) => takesPlace(ticketType))
    .flatMap(({ ticketType, quantity }) => Array.from({ length: quantity }, () => ticketType));

/** Voids the tickets that nobody has used; who is inside stays in. */
export function voidTickets(tx: Tx, orderSeq: number) {
  tx.update(tickets).set({ voidedAt: Date.now() }).where(isUnused(orderSeq)).run();
}

/**
 * Takes back what a change since an instant did: voids the tickets that it issued, and makes those valid again that it
 * voided. Throws `conflict` when one that it issued has been used.
 */
export function restoreTickets(tx: Tx, orderSeq: number, since: number) {
  const ofOrder = eq(tickets.orderSeq, orderSeq);
  const issued = and(ofOrder, gte(tickets.issuedAt, since));
  const isUsed = tx
    .select()
    .from(tickets)
    .where(and(issued, isNotNull(tickets.usedAt)))
    .get();
  if (isUsed) throw new DomainError("conflict", "Somebody has come in with a ticket of it since");
  const voided = and(ofOrder, gte(tickets.voidedAt, since), isNull(tickets.refundId));
  tx.update(tickets).set({ voidedAt: null }).where(voided).run();
  tx.update(tickets).set({ voidedAt: Date.now() }).where(issued).run();
}

const isUnused = (orderSeq: number) =>
  and(eq(tickets.orderSeq, orderSeq), isNull(tickets.voidedAt), isNull(tickets.usedAt));

/** Gives the tickets that nobody has used yet new codes, and the party too; the earlier ones are void. */
export function replaceUnusedCodes(tx: Tx, orderSeq: number) {
  replacePartyCode(tx, orderSeq);
  const unused = isUnused(orderSeq);
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
  activeTicketsQuery().all({ orderSeq });

const activeTicketsQuery = prepared(() =>
  db
    .select()
    .from(tickets)
    .where(and(eq(tickets.orderSeq, plannedOnce("orderSeq")), isNull(tickets.voidedAt)))
    .orderBy(asc(tickets.number))
    .prepare(),
);

const isCheckedIn = (orderSeq: number | typeof orders.seq) =>
  and(eq(tickets.orderSeq, orderSeq), isNotNull(tickets.usedAt), isNull(tickets.voidedAt));

const isRefunded = (orderSeq: number | typeof orders.seq) =>
  and(eq(tickets.orderSeq, orderSeq), isNotNull(tickets.refundId));

/** Those whose money was given back while the order stayed paid. */
export const refundedTickets = (orderSeq: number, reader: Reader = db): Ticket[] =>
  reader.select().from(tickets).where(isRefunded(orderSeq)).orderBy(asc(tickets.number)).all();

/** In a query of orders: how many tickets were sold, which is what they are numbered by. */
export const ticketsSold = sql<number>`(${orders.ticketCount} + (SELECT count(*) FROM ${tickets} WHERE ${isRefunded(orders.seq)}))`;

export const countSold = ({ seq, ticketCount }: Pick<Order, "seq" | "ticketCount">) =>
  ticketCount + refundedTickets(seq).length;

/** An order's lines without the people whose tickets were refunded. */
export function remainingLines({ seq, ticketCount, lines }: Order) {
  if (peopleOf({ lines }).length === ticketCount) return lines;
  const refunded = refundedTickets(seq);
  return lines
    .map((line) => ({ ...line, quantity: line.quantity - countOf(refunded, line.ticketType) }))
    .filter(({ quantity }) => quantity > 0);
}

const countOf = (refunded: Ticket[], type: TicketType) =>
  refunded.filter(({ ticketType }) => ticketType === type).length;

/** Voids tickets whose money is given back. */
export function voidRefunded(tx: Tx, refunded: Ticket[], refundId: number) {
  const codes = refunded.map(({ code }) => code);
  tx.update(tickets)
    .set({ voidedAt: Date.now(), refundId })
    .where(inArray(tickets.code, codes))
    .run();
}

/** `adult (ticket 2)` */
export const nameOfTicket = ({ ticketType, number }: Pick<Ticket, "ticketType" | "number">) =>
  `${ticketLabel(ticketType).toLowerCase()} (ticket ${number})`;

/** How many people of an order are inside. */
export const countInside = (orderSeq: number, reader: Reader = db) =>
  reader.select({ people: count() }).from(tickets).where(isCheckedIn(orderSeq)).get()?.people ?? 0;

/** In a query of orders: how many of their people are still outside. */
export const peopleOutside = sql<number>`(${orders.ticketCount} - (SELECT count(*) FROM ${tickets} WHERE ${isCheckedIn(orders.seq)}))`;

/** Active orders of these slots whose people have not all come. */
export const areComing = (day: string, slots: Slot[]) =>
  and(
    eq(orders.visitDate, day),
    inArray(orders.visitSlot, slots),
    inArray(orders.status, ACTIVE_STATUSES),
    gt(peopleOutside, 0),
  );

/** Includes void tickets, last. */
export const allTicketsOfOrder = (orderSeq: number, reader: Reader = db) =>
  reader
    .select({ ...getTableColumns(tickets), usedByName: scannerName })
    .from(tickets)
    .leftJoin(admins, eq(admins.id, tickets.usedBy))
    .leftJoin(gateDevices, eq(gateDevices.id, tickets.usedBy))
    .where(eq(tickets.orderSeq, orderSeq))
    .orderBy(asc(tickets.voidedAt), asc(tickets.number))
    .all();
