import { and, eq, isNull } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { orders, tickets } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor, type Staff } from "~/features/auth/permissions";
import {
  findTicket,
  TICKET_VOID,
  ticketUsedError,
  type GateTicket,
} from "~/features/tickets/find-ticket.server";
import { parseTicketCode } from "~/features/tickets/ticket-code";
import { allTicketsOfOrder } from "~/features/tickets/tickets.server";
import { formatShortDate, iso } from "~/lib/dates";
import { TICKET_UNKNOWN, TICKET_USED } from "~/lib/error-messages";
import { DomainError } from "~/lib/errors";
import { toLocalDate } from "~/lib/time-zone.server";
import { transaction } from "~/lib/write-transaction.server";
import { evaluateScan, GATE_STATES, ticketStatus, type GateDay } from "./evaluate-scan";
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

type ScanRequest = Pick<Scan, "code" | "at" | "override" | "party">;

/** Evaluates a scan at its own time. Marks admitted tickets as used. `party` admits all people still outside or none. */
export function admit(
  tx: Tx,
  actor: Staff,
  { code, at: time, override, party }: ScanRequest,
  day: GateDay = loadGateDay(time),
): ScanAnswer {
  const scanned = findParty(tx, code);
  if (!scanned) return { verdict: "unknown", admitted: 0, at: time, override, ticket: null };

  const { order, ticket } = scanned;
  const result = evaluateScan(ticket, order, { at: time, override, party }, day);
  const { verdict, admitted, partyIn, partyOut } = result;
  for (const person of admitted) markUsed(tx, actor, order.id, person, { override, time });

  const { ticketType, number, usedAt, usedByName } = ticket;
  return {
    verdict,
    admitted: admitted.length,
    at: time,
    override,
    ticket: {
      ticketType,
      number,
      of: order.ticketCount + order.tickets.filter(({ refundId }) => refundId !== null).length,
      orderId: order.id,
      visitDate: order.visitDate,
      visitSlot: order.visitSlot,
      usedAt: admitted.includes(ticket) ? time : usedAt,
      usedByName: admitted.includes(ticket) ? actor.name : usedByName,
      partyIn,
      partyOut,
    },
  };
}

/** Check-in on the ticket page. Throws `not_found`, and `conflict` when the ticket is not valid now. */
export function admitByCode(actor: Actor, code: string, options: Pick<Scan, "override" | "party">) {
  authorize(actor, "tickets.check-in");
  return transaction((tx) => {
    const scan = { ...options, code: parseTicketCode(code), at: Date.now() };
    const answer = admit(tx, actor, scan);
    if (answer.verdict === "unknown") throw new DomainError("not_found", TICKET_UNKNOWN);
    if (answer.verdict !== "in") throw new DomainError("conflict", DENIED_MESSAGES[answer.verdict]);
    return answer;
  }, "none");
}

const DENIED_MESSAGES: Record<Exclude<ScanVerdict, "in" | "unknown">, string> = {
  "other-day": "This ticket is for another day",
  "other-slot": "This ticket is for another slot",
  closed: "The zoo is closed during the slot of this ticket",
  used: TICKET_USED,
  void: TICKET_VOID,
};

/** For the API. Throws `conflict` for a used or void ticket, and for another day without `override`. */
export function checkIn(actor: Actor, typedCode: string, override = false): GateTicket {
  authorize(actor, "tickets.check-in");
  return transaction((tx) => {
    const ticket = findTicket(typedCode, tx);
    const { code } = ticket;
    const time = Date.now();
    const scan = { code, at: time, override, party: false };
    const { verdict } = admit(tx, actor, scan, gateDayWithoutSlots(time));
    if (verdict === "void") throw new DomainError("conflict", TICKET_VOID);
    if (verdict === "used") throw ticketUsedError(ticket);
    if (verdict !== "in") {
      throw new DomainError("conflict", `This ticket is for ${formatShortDate(ticket.visitDate)}`);
    }
    return findTicket(code, tx);
  }, "none");
}

/** A slot without a window is open all day. */
const gateDayWithoutSlots = (time: number): GateDay => ({
  day: toLocalDate(time),
  windows: {},
});

/** Whether the rest of the order could be admitted now, and how many people that is. Throws `not_found`. */
export function admissionStatus(actor: Actor, code: string) {
  authorize(actor, "tickets.check-in");
  const scanned = findParty(db, parseTicketCode(code));
  if (!scanned) throw new DomainError("not_found", TICKET_UNKNOWN);
  const { order, ticket } = scanned;
  const time = Date.now();
  const scan = { at: time, override: false, party: true };
  const { verdict } = evaluateScan(ticket, order, scan, loadGateDay(time));
  return { verdict, outsideCount: order.tickets.filter(({ state }) => state === "out").length };
}

/** A scan that arrives later than this is recorded with its own time. */
const LATE_MS = 60_000;

type Person = { code: string; number: number; ticketType: TicketType };

function markUsed(
  tx: Tx,
  actor: Staff,
  orderId: string,
  { code, number, ticketType }: Person,
  { override, time }: { override: boolean; time: number },
) {
  tx.update(tickets)
    .set({ usedAt: time, usedBy: actor.id })
    .where(and(eq(tickets.code, code), isNull(tickets.usedAt), isNull(tickets.voidedAt)))
    .run();
  recordAudit(tx, actor, {
    action: "ticket.check-in",
    target: `order ${orderId}`,
    after: {
      ...{ ticket: number, ticketType, override },
      ...(Date.now() - time > LATE_MS ? { scannedAt: iso(time) } : {}),
    },
  });
}

function findParty(reader: Reader, code: string) {
  const row = reader
    .select({ order: orders })
    .from(tickets)
    .innerJoin(orders, eq(orders.seq, tickets.orderSeq))
    .where(eq(tickets.code, code))
    .get();
  if (!row) return null;
  const orderTickets = allTicketsOfOrder(row.order.seq, reader).map((ticket) => ({
    ...ticket,
    state: GATE_STATES[ticketStatus(ticket)],
  }));
  const ticket = orderTickets.find((candidate) => candidate.code === code);
  return ticket ? { order: { ...row.order, tickets: orderTickets }, ticket } : null;
}
