import { and, eq, isNull } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/client.server";
import { orders, tickets } from "db/schema";
import { allow, type Actor, type Staff } from "~/features/auth/permissions";
import { record } from "~/features/audit/record-audit.server";
import { dayInShort, iso } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import type { Slot, TicketType } from "~/features/orders/order.rules";
import { TICKET_UNKNOWN, TICKET_USED } from "~/lib/error-messages";
import { inTransaction } from "~/lib/write-transaction.server";
import { timeOfDay, moment, zooDay } from "~/lib/time-zone.server";
import { ticketStatus, type TicketStatus } from "~/features/gate/evaluate-scan";
import { normalLetters } from "./ticket-code";

/** A ticket as the gate sees it: no personal data. Instants in UTC milliseconds. */
export type GateTicket = {
  code: string;
  number: number;
  of: number;
  ticketType: TicketType;
  orderId: string;
  visitDate: string;
  visitSlot: Slot;
  status: TicketStatus;
  usedAt: number | null;
};

/** Looks and changes nothing. Throws `invalid` without a code and `not_found` for an unknown one. */
export const findTicket = (code: string) => ticketUnder(db, code);

/** A ticket that would be let in. Throws `conflict` for one that is used or void. */
export function verifyTicket(code: string): GateTicket {
  const ticket = findTicket(code);
  refuseUsedOrVoid(ticket);
  return ticket;
}

/**
 * Lets one person in. Of many scans at once exactly one succeeds; the others are told when it was used.
 * Another day's ticket is refused unless staff override. Throws `conflict`.
 */
export function checkIn(actor: Actor, code: string, override = false): GateTicket {
  allow(actor, "tickets.check-in");

  return inTransaction((tx) => {
    const ticket = ticketUnder(tx, code);
    refuseUsedOrVoid(ticket);
    if (ticket.visitDate !== zooDay() && !override) {
      throw new DomainError("conflict", `This ticket is for ${dayInShort(ticket.visitDate)}`);
    }

    letIn(tx, actor, ticket, { override });
    return ticketUnder(tx, ticket.code);
  }, "nothing");
}

type Person = Pick<GateTicket, "code" | "number" | "ticketType" | "orderId">;
type Way = { override: boolean; at?: number };

/**
 * Marks a ticket as used, in the transaction that found it good. `at`: when (UTC milliseconds), if a device
 * reports it later.
 */
export function letIn(tx: Tx, actor: Staff, person: Person, { override, at = Date.now() }: Way) {
  const { code, number, ticketType, orderId } = person;
  tx.update(tickets)
    .set({ usedAt: at, usedBy: actor.id })
    .where(and(eq(tickets.code, code), isNull(tickets.usedAt), isNull(tickets.voidedAt)))
    .run();
  record(tx, actor, {
    action: "ticket.check-in",
    target: `order ${orderId}`,
    after: { ticket: number, ticketType, override },
  });
}

function ticketUnder(reader: Reader, typed: string): GateTicket {
  const code = normalLetters(typed);
  if (!code) throw new DomainError("invalid", "Missing code");
  const found = reader
    .select({ ticket: tickets, order: orders })
    .from(tickets)
    .innerJoin(orders, eq(orders.seq, tickets.orderSeq))
    .where(eq(tickets.code, code))
    .get();
  if (!found) throw new DomainError("not_found", TICKET_UNKNOWN);

  const { ticket, order } = found;
  return {
    code: ticket.code,
    number: ticket.number,
    of: order.ticketCount,
    ticketType: ticket.ticketType,
    orderId: order.id,
    visitDate: order.visitDate,
    visitSlot: order.visitSlot,
    status: ticketStatus(ticket),
    usedAt: ticket.usedAt,
  };
}

function refuseUsedOrVoid({ status, usedAt }: GateTicket) {
  if (status === "void") throw new DomainError("conflict", "Ticket is void");
  if (usedAt !== null) {
    throw new DomainError("conflict", TICKET_USED, [{ path: "usedAt", message: iso(usedAt) }]);
  }
}

/**
 * When a ticket was used, and by whom it was let in where that is told, in words; the time alone when that was
 * today.
 */
export function usedText(usedAt: number, byName: string | null = null) {
  const when = zooDay(usedAt) === zooDay() ? timeOfDay(usedAt) : moment(usedAt);
  return byName ? `${when} by ${byName}` : when;
}
