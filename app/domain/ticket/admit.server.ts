import { eq } from "drizzle-orm";
import { db, type Tx } from "db/client.server";
import { orders, tickets } from "db/schema";
import { allow, type Actor, type Staff } from "../access";
import { DomainError } from "../errors";
import type { Slot, TicketType } from "../order/order.rules";
import { inTransaction } from "../transaction.server";
import { letIn } from "./check-in.server";
import { stateOf } from "./gate-list.server";
import { judge, type Verdict } from "./gate.rules";
import type { Scan } from "./gate.schema";
import { gateDay } from "./gate.server";
import { ticketCodeIn } from "./ticket-code";
import { allTicketsOf } from "./tickets.server";

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
 * Lets in everyone of a ticket's order who is still outside, all or nobody; people who are in already are left
 * alone. Throws `not_found` for an unknown code and `conflict` when nobody may come in.
 */
export function admitParty(actor: Actor, code: string, override = false): ScanAnswer {
  allow(actor, "tickets.check-in");
  return inTransaction((tx) => {
    const scan = { code: ticketCodeIn(code), at: Date.now(), override, party: true };
    const answer = admit(tx, actor, scan);
    if (answer.verdict === "unknown") throw new DomainError("not_found", REFUSALS.unknown);
    if (answer.verdict !== "in") throw new DomainError("conflict", REFUSALS[answer.verdict]);
    return answer;
  }, "nothing");
}

/** How many people of a ticket's order are still outside; none for an unknown code. */
export function stillOut(actor: Actor, code: string) {
  allow(actor, "tickets.check-in");
  const party = partyUnder(db, ticketCodeIn(code));
  return party?.all.filter(({ state }) => state === "out").length ?? 0;
}

const REFUSALS: Record<Exclude<Verdict, "in">, string> = {
  "other-day": "These tickets are for another day",
  "other-slot": "These tickets are for another slot",
  closed: "The zoo is closed during the slot of these tickets",
  used: "Everyone in this order is already inside",
  void: "Ticket is void",
  unknown: "Ticket not found",
};

/** Judges a scan as of its own time, and lets in those who may, within the given transaction. */
export function admit(tx: Tx, actor: Staff, { code, at, override, party }: Scanned): ScanAnswer {
  const found = partyUnder(tx, code);
  if (!found) return { verdict: "unknown", admitted: 0, at, override, ticket: null };

  const { order, ticket, all } = found;
  const { visitDate, visitSlot } = order;
  const scan = { at, override, party };
  const judged = judge(ticket, { tickets: all, visitDate, visitSlot }, scan, gateDay(at));
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
      visitDate,
      visitSlot,
      usedAt: admitted.includes(ticket) ? at : usedAt,
      usedByName: admitted.includes(ticket) ? actor.name : usedByName,
      partyIn,
      partyOut,
    },
  };
}

function partyUnder(reader: Tx | typeof db, code: string) {
  const found = reader
    .select({ order: orders })
    .from(tickets)
    .innerJoin(orders, eq(orders.seq, tickets.orderSeq))
    .where(eq(tickets.code, code))
    .get();
  if (!found) return null;
  const rows = allTicketsOf(found.order.seq, reader);
  const all = rows.map((ticket) => ({ ...ticket, state: stateOf(ticket) }));
  const ticket = all.find((each) => each.code === code);
  return ticket ? { order: found.order, ticket, all } : null;
}
