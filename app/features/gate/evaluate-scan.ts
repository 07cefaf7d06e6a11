import { DAY_MS } from "~/lib/dates";
import { MAX_PER_TYPE, TICKET_TYPES, type TicketType } from "~/features/orders/ticket-types";
import type { Slot } from "~/features/orders/slots";
import type { ScanVerdict } from "./scan-verdicts";

/** How the gate judges a scan. The server and an offline device use the same rules. */

/** Tickets are good from this long before their slot until the slot ends. */
export const EARLY_ENTRY_MS = 30 * 60_000;

/** How long after it was made a scan can still be reported: a device may be offline for a day. */
const MAX_SCAN_AGE_MS = DAY_MS;

/** Most scans sent at once. */
export const MAX_SCANS_PER_SYNC = 50;

/** The most tickets in one order. */
export const MAX_PARTY_SIZE = TICKET_TYPES.length * MAX_PER_TYPE;

/** Longer than any real code: a camera may read any QR code there is. */
export const MAX_SCAN_LENGTH = 200;

/** When a slot's tickets are good, in UTC milliseconds, unless the zoo has closed it. */
type SlotWindow = { from: number; until: number; isClosed: boolean };

/** A day at the gate. */
export type GateDay = { day: string; windows: Record<Slot, SlotWindow> };

export type TicketStatus = "valid" | "used" | "void";

/** A ticket that was used and then taken back is void. Instants in UTC milliseconds. */
export function ticketStatus(ticket: {
  usedAt: number | null;
  voidedAt: number | null;
}): TicketStatus {
  if (ticket.voidedAt !== null) return "void";
  return ticket.usedAt === null ? "valid" : "used";
}

/** Where the person of a ticket is. */
type GateState = "out" | "in" | "void";

export const GATE_STATES: Record<TicketStatus, GateState> = {
  valid: "out",
  used: "in",
  void: "void",
};

type EvaluatedTicket = { state: GateState; visitDate: string; visitSlot: Slot };

/** Staff may override day, slot and closing, and nothing else. */
function evaluateTicket(
  { state, visitDate, visitSlot }: EvaluatedTicket,
  { day, windows }: GateDay,
  at: number,
  override: boolean,
): Exclude<ScanVerdict, "unknown"> {
  if (state === "void") return "void";
  if (state === "in") return "used";
  if (override) return "in";
  if (visitDate !== day) return "other-day";
  const { from, until, isClosed } = windows[visitSlot];
  if (isClosed) return "closed";
  return at >= from && at < until ? "in" : "other-slot";
}

type ScanOptions = { at: number; override: boolean; party: boolean };

/**
 * Judges a scan of one ticket of an order: whom it admits, and how many of the order are then inside and outside.
 */
export function evaluateScan<Ticket extends { state: GateState }>(
  ticket: Ticket,
  order: { tickets: Ticket[]; visitDate: string; visitSlot: Slot },
  { at, override, party }: ScanOptions,
  day: GateDay,
) {
  const activeTickets = order.tickets.filter(({ state }) => state !== "void");
  const outside = activeTickets.filter(({ state }) => state === "out");
  // The ticket of a person who is in already still admits the rest of its order.
  const admitsOthers = party && outside.length > 0 && ticket.state !== "void";
  const evaluated = { ...order, state: admitsOthers ? "out" : ticket.state };
  const verdict = evaluateTicket(evaluated, day, at, override);
  const admitted = verdict !== "in" ? [] : party ? outside : [ticket];
  const partyOut = outside.length - admitted.length;
  return { verdict, admitted, partyIn: activeTickets.length - partyOut, partyOut };
}

/** When a scan counts as made: as its device says, but not in the future and not more than a day ago. */
export const clampScanTime = (at: number, now: number) =>
  Math.round(Math.min(now, Math.max(at, now - MAX_SCAN_AGE_MS)));

/** One ticket as an offline device keeps it: no names, and no code. */
export type ManifestEntry = {
  /** `base64url(sha256(salt + code))` */
  hash: string;
  ticketType: TicketType;
  orderId: string;
  number: number;
  of: number;
  slot: Slot;
  state: GateState;
  /** `9:41 AM`, where it was used */
  used: string | null;
};

/** The tickets of one day. Each list has a new salt, so that two lists cannot be compared. */
export type OfflineManifest = GateDay & {
  salt: string;
  /** The day in words, and the instant at which it ends. */
  dayLabel: string;
  endsAt: number;
  timeZone: string;
  tickets: ManifestEntry[];
};
