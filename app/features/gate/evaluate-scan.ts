import { DAY_MS } from "~/lib/dates";
import {
  MAX_PER_TYPE,
  TICKET_TYPES,
  type Slot,
  type TicketType,
} from "~/features/orders/order.rules";

/** How the gate judges a scan. The server and an offline device use the same rules. */

export type Verdict = "in" | "other-day" | "other-slot" | "closed" | "used" | "void" | "unknown";

/** Tickets are good from this long before their slot until the slot ends. */
export const EARLY_MS = 30 * 60_000;

/** How long after it was made a scan can still be reported: a device may be offline for a day. */
const LATEST_MS = DAY_MS;

/** Most scans sent at once. */
export const MAX_SCANS = 50;

/** The most tickets in one order. */
export const MAX_PARTY = TICKET_TYPES.length * MAX_PER_TYPE;

/** Longer than any real code: a camera may read any QR code there is. */
export const MAX_SCANNED = 200;

/** When a slot's tickets are good, in UTC milliseconds, unless the zoo has closed it. */
type Window = { from: number; until: number; isClosed: boolean };

/** A day at the gate. */
export type GateDay = { day: string; windows: Record<Slot, Window> };

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

type Judged = { state: GateState; visitDate: string; visitSlot: Slot };

/** Staff may override day, slot and closing, and nothing else. */
function verdictOn(
  { state, visitDate, visitSlot }: Judged,
  { day, windows }: GateDay,
  at: number,
  override: boolean,
): Exclude<Verdict, "unknown"> {
  if (state === "void") return "void";
  if (state === "in") return "used";
  if (override) return "in";
  if (visitDate !== day) return "other-day";
  const { from, until, isClosed } = windows[visitSlot];
  if (isClosed) return "closed";
  return at >= from && at < until ? "in" : "other-slot";
}

type Scanned = { at: number; override: boolean; party: boolean };

/**
 * Judges a scan of one ticket of an order: whom it admits, and how many of the order are then inside and outside.
 */
export function judge<Ticket extends { state: GateState }>(
  ticket: Ticket,
  order: { tickets: Ticket[]; visitDate: string; visitSlot: Slot },
  { at, override, party }: Scanned,
  day: GateDay,
) {
  const living = order.tickets.filter(({ state }) => state !== "void");
  const out = living.filter(({ state }) => state === "out");
  // The ticket of a person who is in already still admits the rest of its order.
  const speaks = party && out.length > 0 && ticket.state !== "void";
  const judged = { ...order, state: speaks ? "out" : ticket.state };
  const verdict = verdictOn(judged, day, at, override);
  const admitted = verdict !== "in" ? [] : party ? out : [ticket];
  const partyOut = out.length - admitted.length;
  return { verdict, admitted, partyIn: living.length - partyOut, partyOut };
}

/** When a scan counts as made: as its device says, but not in the future and not more than a day ago. */
export const saneTime = (at: number, now: number) =>
  Math.round(Math.min(now, Math.max(at, now - LATEST_MS)));

/** One ticket as an offline device keeps it: no names, and no code. */
export type ListedTicket = {
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
export type GateList = GateDay & {
  salt: string;
  /** The day in words, and the instant at which it ends. */
  dayInWords: string;
  endsAt: number;
  timeZone: string;
  tickets: ListedTicket[];
};
