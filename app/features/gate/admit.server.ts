import { eq } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/client.server";
import { orders, tickets } from "db/schema";
import { allow, type Actor, type Staff } from "~/features/auth/permissions";
import { DomainError } from "~/lib/errors";
import type { Slot, TicketType } from "~/features/orders/order.rules";
import { TICKET_UNKNOWN, TICKET_USED } from "~/lib/error-messages";
import { inTransaction } from "~/lib/write-transaction.server";
import { letIn } from "~/features/tickets/check-in.server";
import { GATE_STATES, judge, ticketStatus, type Verdict } from "./evaluate-scan";
import type { Scan } from "./gate.schema";
import { gateDay } from "./gate.server";
import { ticketCodeIn } from "~/features/tickets/ticket-code";
import { allTicketsOf } from "~/features/tickets/tickets.server";

/** The result of a scan. Instants in UTC milliseconds. */
export type ScanAnswer = {
  verdict: Verdict;
  /** People let in by it. */
  admitted: number;
  at: number;
  override: boolean;
  /** The ticket after the scan; null for an unknown code. */
  ticket: {
    ticketType: TicketType;
    number: number;
    of: number;
    orderId: string;
    visitDate: string;
    visitSlot: Slot;
    usedAt: number | null;
    usedByName: string | null;
    partyIn: number;
    partyOut: number;
  } | null;
};

type Scanned = Pick<Scan, "code" | "at" | "override" | "party">;

/**
 * Lets in the person of a ticket, or everyone of its order who is still outside: all or nobody, and people who are
 * in already are left alone. Throws `not_found` for an unknown code and `conflict` when nobody may come in.
 */
export function admitNow(actor: Actor, code: string, how: Pick<Scan, "override" | "party">) {
  allow(actor, "tickets.check-in");
  return inTransaction((tx) => {
    const answer = admit(tx, actor, { ...how, code: ticketCodeIn(code), at: Date.now() });
    if (answer.verdict === "unknown") throw new DomainError("not_found", TICKET_UNKNOWN);
    if (answer.verdict !== "in") throw new DomainError("conflict", REFUSALS[answer.verdict]);
    return answer;
  }, "nothing");
}

const REFUSALS: Record<Exclude<Verdict, "in" | "unknown">, string> = {
  "other-day": "This ticket is for another day",
  "other-slot": "This ticket is for another slot",
  closed: "The zoo is closed during the slot of this ticket",
  used: TICKET_USED,
  void: "Ticket is void",
};

/**
 * Whether the people of a ticket's order who are still outside could come in now, and how many they are. Throws
 * `not_found`.
 */
export function standingOf(actor: Actor, code: string) {
  allow(actor, "tickets.check-in");
  const found = partyUnder(db, ticketCodeIn(code));
  if (!found) throw new DomainError("not_found", TICKET_UNKNOWN);
  const at = Date.now();
  const scan = { at, override: false, party: true };
  const { verdict } = judge(found.ticket, found.order, scan, gateDay(at));
  return { verdict, stillOut: found.order.tickets.filter(({ state }) => state === "out").length };
}

/** Judges a scan as of its own time, and lets in those who may, within the given transaction. */
export function admit(tx: Tx, actor: Staff, { code, at, override, party }: Scanned): ScanAnswer {
  const found = partyUnder(tx, code);
  if (!found) return { verdict: "unknown", admitted: 0, at, override, ticket: null };

  const { order, ticket } = found;
  const judged = judge(ticket, order, { at, override, party }, gateDay(at));
  const { verdict, admitted, partyIn, partyOut } = judged;
  for (const person of admitted) {
    letIn(tx, actor, { ...person, orderId: order.id }, { override, at });
  }

  const { ticketType, number, usedAt, usedByName } = ticket;
  return {
    verdict,
    admitted: admitted.length,
    at,
    override,
    ticket: {
      ticketType,
      number,
      of: order.ticketCount,
      orderId: order.id,
      visitDate: order.visitDate,
      visitSlot: order.visitSlot,
      usedAt: admitted.includes(ticket) ? at : usedAt,
      usedByName: admitted.includes(ticket) ? actor.name : usedByName,
      partyIn,
      partyOut,
    },
  };
}

function partyUnder(reader: Reader, code: string) {
  const found = reader
    .select({ order: orders })
    .from(tickets)
    .innerJoin(orders, eq(orders.seq, tickets.orderSeq))
    .where(eq(tickets.code, code))
    .get();
  if (!found) return null;
  const all = allTicketsOf(found.order.seq, reader).map((ticket) => ({
    ...ticket,
    state: GATE_STATES[ticketStatus(ticket)],
  }));
  const ticket = all.find((each) => each.code === code);
  return ticket ? { order: { ...found.order, tickets: all }, ticket } : null;
}
