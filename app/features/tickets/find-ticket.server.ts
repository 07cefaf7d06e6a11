import { isolate } from "~/lib/text/clean-text";
import { eq } from "drizzle-orm";
import { db, type Reader } from "db/connection.server";
import { orders, tickets } from "db/schema";
import { ticketStatus, type TicketStatus } from "~/features/gate/evaluate-scan";
import { iso } from "~/lib/dates";
import { TICKET_UNKNOWN, TICKET_USED } from "~/lib/error-messages";
import { DomainError } from "~/lib/errors";
import { formatDateTime, timeOfDay, toLocalDate } from "~/lib/time-zone.server";
import { normalizeCode } from "./ticket-code";
import { findPartyCode } from "./party-codes.server";
import { allTicketsOfOrder, countSold } from "./tickets.server";
import type { Slot } from "~/features/slots/slot";
import type { TicketType } from "~/features/tariff/tariff";

/** A ticket without personal data. Instants in UTC milliseconds. */
export type GateTicket = {
  code: string;
  number: number;
  /** How many were sold, by which they are numbered; of a party code, how many it admits. */
  sold: number;
  ticketType: TicketType;
  orderId: string;
  visitDate: string;
  visitSlot: Slot;
  status: TicketStatus;
  usedAt: number | null;
  /** Of a party code: how many of its people are inside; null for the code of a single ticket. */
  people: { arrived: number; of: number } | null;
};

/** Stands for the type of a party code, which admits people of several types. */
const PARTY_TYPE = "party";

export const TICKET_VOID = "Ticket is void";

export const ticketUsedError = ({ usedAt }: GateTicket) =>
  new DomainError("conflict", TICKET_USED, [{ path: "usedAt", message: iso(usedAt ?? 0) }]);

/** Of a ticket's code or a party code. Throws `invalid` without a code and `not_found` for an unknown one. */
export function findTicket(typedCode: string, reader: Reader = db): GateTicket {
  const code = normalizeCode(typedCode);
  if (!code) throw new DomainError("invalid", "Missing code");
  const row = reader
    .select({ ticket: tickets, order: orders })
    .from(tickets)
    .innerJoin(orders, eq(orders.seq, tickets.orderSeq))
    .where(eq(tickets.code, code))
    .get();
  if (!row) return findParty(code, reader);

  const { ticket, order } = row;
  return {
    code: ticket.code,
    number: ticket.number,
    sold: countSold(order),
    ticketType: ticket.ticketType,
    orderId: order.id,
    visitDate: order.visitDate,
    visitSlot: order.visitSlot,
    status: order.status === "paid" ? ticketStatus(ticket) : "void",
    usedAt: ticket.usedAt,
    people: null,
  };
}

function findParty(code: string, reader: Reader): GateTicket {
  const party = findPartyCode(code, reader);
  const order = party && reader.select().from(orders).where(eq(orders.seq, party.orderSeq)).get();
  if (!order) throw new DomainError("not_found", TICKET_UNKNOWN);
  const used = allTicketsOfOrder(order.seq, reader)
    .filter((ticket) => ticketStatus(ticket) === "used")
    .map(({ usedAt }) => usedAt ?? 0);
  const isVoid = party.isReplaced || order.status !== "paid";
  const isUsed = used.length === order.ticketCount;
  return {
    code,
    number: 0,
    sold: order.ticketCount,
    ticketType: PARTY_TYPE,
    orderId: order.id,
    visitDate: order.visitDate,
    visitSlot: order.visitSlot,
    status: isVoid ? "void" : isUsed ? "used" : "valid",
    usedAt: used.length > 0 ? Math.max(...used) : null,
    people: { arrived: used.length, of: order.ticketCount },
  };
}

/** Throws `conflict` for a used or void ticket. */
export function verifyTicket(code: string): GateTicket {
  const ticket = findTicket(code);
  if (ticket.status === "void") throw new DomainError("conflict", TICKET_VOID);
  if (ticket.status === "used") throw ticketUsedError(ticket);
  return ticket;
}

/** `9:41 AM by Asha`, with the date unless it was today. `usedAt` in UTC milliseconds. */
export function formatUsedAt(usedAt: number, byName: string | null = null) {
  const time = toLocalDate(usedAt) === toLocalDate() ? timeOfDay(usedAt) : formatDateTime(usedAt);
  return byName ? `${time} by ${isolate(byName)}` : time;
}
