import { and, eq, isNull } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { orders, tickets } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor } from "~/features/auth/permissions";
import { TICKET_VOID } from "~/features/tickets/find-ticket.server";
import { findPartyCode, partyCodeOf } from "~/features/tickets/party-codes.server";
import { parseTicketCode } from "~/features/tickets/ticket-code";
import { allTicketsOfOrder } from "~/features/tickets/tickets.server";
import { iso } from "~/lib/dates";
import { TICKET_UNKNOWN, TICKET_USED } from "~/lib/error-messages";
import { DomainError } from "~/lib/errors";
import { transaction } from "~/lib/write-transaction.server";
import {
  evaluatePartyCode,
  evaluateScan,
  GATE_STATES,
  partyLeftMessage,
  standsForParty,
  ticketStatus,
  type GateDay,
} from "./evaluate-scan";
import type { Scan } from "./gate.schema";
import { loadGateDay } from "./gate.server";
import type { ScanVerdict } from "./scan-verdicts";
import type { Slot } from "~/features/slots/slot";
import type { TicketType } from "~/features/tariff/tariff";

/** The result of a scan. Stored as JSON, so field names must not change. Instants in UTC milliseconds. */
export type ScanAnswer = {
  verdict: ScanVerdict;
  admitted: number;
  at: number;
  override: boolean;
  /** How many of a party were to come in; missing where it was not said. */
  people?: number;
  ticket: {
    /** Null for a party code, which stands for all people of its order. */
    ticketType: TicketType | null;
    number: number;
    of: number;
    orderId: string;
    visitDate: string;
    visitSlot: Slot;
    usedAt: number | null;
    usedByName: string | null;
    partyIn: number;
    partyOut: number;
    /** Its order has one code for all. */
    ofParty?: boolean;
  } | null;
};

type ScanRequest = Pick<Scan, "code" | "at" | "override" | "party" | "people" | "asks"> &
  Partial<Pick<Scan, "ahead">> & {
    /** Whoever scanned might not do so any more. */
    isEnded?: boolean;
  };

/** An account or a gate device. */
export type ScannedBy = { id: string; name: string };

/**
 * Evaluates a scan at its own time. Marks admitted tickets as used. With a ticket's code, `party` admits all people still
 * outside or none; with a party code, or a ticket of its order, `people` says how many.
 */
export function admit(
  tx: Tx,
  actor: ScannedBy,
  scan: ScanRequest,
  day: GateDay = loadGateDay(scan.at),
): ScanAnswer {
  const { at, override } = scan;
  const scanned = findScanned(tx, scan.code);
  if (!scanned) return { verdict: "unknown", admitted: 0, at, override, ticket: null };
  const { order, ticket } = scanned;
  return ticket && !standsForParty(ticket, order, scan.people)
    ? admitWithTicket(tx, actor, scan, { order, ticket }, day)
    : admitWithPartyCode(tx, actor, scan, order, day);
}

type ScannedOrder = NonNullable<ReturnType<typeof findScanned>>["order"];
type ScannedTicket = ScannedOrder["tickets"][number];

function admitWithTicket(
  tx: Tx,
  actor: ScannedBy,
  { at, override, party, isEnded = false }: ScanRequest,
  { order, ticket }: { order: ScannedOrder; ticket: ScannedTicket },
  day: GateDay,
): ScanAnswer {
  const result = evaluateScan(ticket, order, { at, override, party }, day);
  const { verdict, admitted, partyIn, partyOut } = isEnded ? withoutAccess(order) : result;
  for (const person of admitted) markUsed(tx, actor, order.id, person, { override, at });

  const { ticketType, number, usedAt, usedByName } = ticket;
  return {
    verdict,
    admitted: admitted.length,
    at,
    override,
    ticket: {
      ticketType,
      number,
      of: order.ticketCount + order.tickets.filter(({ refundId }) => refundId !== null).length,
      ...visitOf(order),
      usedAt: admitted.includes(ticket) ? at : usedAt,
      usedByName: admitted.includes(ticket) ? actor.name : usedByName,
      partyIn,
      partyOut,
      ofParty: order.isParty,
    },
  };
}

function admitWithPartyCode(
  tx: Tx,
  actor: ScannedBy,
  { at, override, party, people: typed, asks = false, ahead = 0, isEnded }: ScanRequest,
  order: ScannedOrder,
  day: GateDay,
): ScanAnswer {
  const people = typed ?? null;
  const options = { at, override, party, people, asks, ahead };
  const { verdict, admitted, partyIn, partyOut } = isEnded
    ? withoutAccess(order)
    : evaluatePartyCode(order, options, day);
  for (const person of admitted) markUsed(tx, actor, order.id, person, { override, at });
  const last = lastUsed(order.tickets);
  const isAdmitted = admitted.length > 0;
  return {
    verdict,
    admitted: admitted.length,
    at,
    override,
    ...(people !== null && { people }),
    ticket: {
      ticketType: null,
      number: 0,
      of: partyIn + partyOut,
      ...visitOf(order),
      usedAt: isAdmitted ? at : (last?.usedAt ?? null),
      usedByName: isAdmitted ? actor.name : (last?.usedByName ?? null),
      partyIn,
      partyOut,
    },
  };
}

/** Leaves everybody where they are. */
const withoutAccess = ({ tickets: all }: ScannedOrder) => ({
  verdict: "ended" as const,
  admitted: [] as ScannedTicket[],
  partyIn: all.filter(({ state }) => state === "in").length,
  partyOut: all.filter(({ state }) => state === "out").length,
});

const visitOf = ({ id, visitDate, visitSlot }: ScannedOrder) => ({
  orderId: id,
  visitDate,
  visitSlot,
});

function lastUsed(tickets: ScannedTicket[]) {
  const used = tickets.filter(({ state }) => state === "in");
  return used.toSorted((a, b) => (b.usedAt ?? 0) - (a.usedAt ?? 0))[0];
}

/** Check-in on the ticket page. Throws `not_found`, and `conflict` when the ticket is not valid now. */
export function admitByCode(actor: Actor, code: string, options: Pick<Scan, "override" | "party">) {
  authorize(actor, "tickets.check-in");
  return transaction((tx) => {
    const scan = { ...options, code: parseTicketCode(code), at: Date.now() };
    return assertAdmitted(admit(tx, actor, scan));
  }, "none");
}

/** Throws `not_found` for an unknown code, and `conflict` when it admits nobody now. */
export function assertAdmitted(answer: ScanAnswer): ScanAnswer {
  const { verdict, ticket } = answer;
  if (verdict === "unknown") throw new DomainError("not_found", TICKET_UNKNOWN);
  if (verdict === "party") {
    const message = partyLeftMessage(ticket?.partyOut ?? 0);
    throw new DomainError("conflict", message, [{ path: "people", message }]);
  }
  if (verdict !== "in") throw new DomainError("conflict", DENIED_MESSAGES[verdict]);
  return answer;
}

const DENIED_MESSAGES: Record<Exclude<ScanVerdict, "in" | "party" | "unknown">, string> = {
  ended: "The access of whoever scanned this had ended",
  "other-day": "This ticket is for another day",
  "other-slot": "This ticket is for another slot",
  closed: "The zoo is closed during the slot of this ticket",
  used: TICKET_USED,
  void: TICKET_VOID,
};

/** Whether the rest of the order could be admitted now, and how many people that is. Throws `not_found`. */
export function admissionStatus(actor: Actor, code: string) {
  authorize(actor, "tickets.check-in");
  const scanned = findScanned(db, parseTicketCode(code));
  if (!scanned) throw new DomainError("not_found", TICKET_UNKNOWN);
  const { order, ticket } = scanned;
  const scan = { at: Date.now(), override: false, party: true };
  const day = loadGateDay(scan.at);
  const { verdict } = ticket
    ? evaluateScan(ticket, order, scan, day)
    : evaluatePartyCode(order, { ...scan, people: null, asks: false, ahead: 0 }, day);
  const outsideCount = order.tickets.filter(({ state }) => state === "out").length;
  return { verdict, outsideCount, ofParty: order.isParty };
}

/** A scan that arrives later than this is recorded with its own time. */
const LATE_MS = 60_000;

type Person = { code: string; number: number; ticketType: TicketType };

function markUsed(
  tx: Tx,
  actor: ScannedBy,
  orderId: string,
  { code, number, ticketType }: Person,
  { override, at }: { override: boolean; at: number },
) {
  tx.update(tickets)
    .set({ usedAt: at, usedBy: actor.id })
    .where(and(eq(tickets.code, code), isNull(tickets.usedAt), isNull(tickets.voidedAt)))
    .run();
  recordAudit(tx, actor, {
    action: "ticket.check-in",
    target: `order ${orderId}`,
    after: {
      ...{ ticket: number, ticketType, override },
      ...(Date.now() - at > LATE_MS ? { scannedAt: iso(at) } : {}),
    },
  });
}

/** The order of a ticket's code or a party code, with all its tickets; `ticket` is null for a party code. */
function findScanned(reader: Reader, code: string) {
  const ofTicket = reader
    .select({ orderSeq: tickets.orderSeq })
    .from(tickets)
    .where(eq(tickets.code, code))
    .get();
  const found = ofTicket ? { ...ofTicket, isReplaced: false } : findPartyCode(code, reader);
  if (!found) return null;
  const row = reader.select().from(orders).where(eq(orders.seq, found.orderSeq)).get();
  if (!row) return null;
  const orderTickets = allTicketsOfOrder(row.seq, reader).map((ticket) => ({
    ...ticket,
    state: GATE_STATES[ticketStatus(ticket)],
  }));
  const isVoid = found.isReplaced || row.status !== "paid";
  return {
    order: {
      ...row,
      tickets: orderTickets,
      isVoid,
      isParty: partyCodeOf(row.seq, reader) !== null,
    },
    ticket: orderTickets.find((candidate) => candidate.code === code) ?? null,
  };
}
