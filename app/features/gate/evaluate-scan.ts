import { DAY_MS } from "~/lib/dates";
import { formatCount } from "~/lib/intl";
import type { ScanVerdict } from "./scan-verdicts";
import type { Slot } from "~/features/slots/slot";

export const EARLY_ENTRY_MS = 30 * 60_000;

const MAX_SCAN_AGE_MS = DAY_MS;

export const MAX_SCANS_PER_SYNC = 50;

/** More than any order has. */
export const MAX_PARTY_SIZE = 10_000;

/** Longer than any ticket code, because a camera may read other QR codes. */
export const MAX_SCAN_LENGTH = 200;

type SlotWindow = { from: number; until: number; isClosed: boolean };

export type GateDay = { day: string; windows: Record<Slot, SlotWindow | undefined> };

export type TicketStatus = "valid" | "used" | "void";

export function ticketStatus(ticket: {
  usedAt: number | null;
  voidedAt: number | null;
}): TicketStatus {
  if (ticket.voidedAt !== null) return "void";
  return ticket.usedAt === null ? "valid" : "used";
}

type GateState = "out" | "in" | "void";

export const GATE_STATES: Record<TicketStatus, GateState> = {
  valid: "out",
  used: "in",
  void: "void",
};

type EvaluatedTicket = { state: GateState; visitDate: string; visitSlot: Slot };

/** `override` skips the checks of day, slot and closure only. */
function evaluateTicket(
  { state, visitDate, visitSlot }: EvaluatedTicket,
  { day, windows }: GateDay,
  at: number,
  override: boolean,
): Exclude<ScanVerdict, "unknown" | "party"> {
  if (state === "void") return "void";
  if (state === "in") return "used";
  if (override) return "in";
  if (visitDate !== day) return "other-day";
  const window = windows[visitSlot];
  if (!window) return "in";
  const { from, until, isClosed } = window;
  if (isClosed) return "closed";
  return at >= from && at < until ? "in" : "other-slot";
}

type ScanOptions = { at: number; override: boolean; party: boolean };

export function evaluateScan<Ticket extends { state: GateState }>(
  ticket: Ticket,
  order: { tickets: Ticket[]; visitDate: string; visitSlot: Slot },
  { at, override, party }: ScanOptions,
  day: GateDay,
) {
  const activeTickets = order.tickets.filter(({ state }) => state !== "void");
  const outside = activeTickets.filter(({ state }) => state === "out");
  // A used ticket still admits the rest of its order.
  const admitsOthers = party && outside.length > 0 && ticket.state !== "void";
  const evaluated = { ...order, state: admitsOthers ? "out" : ticket.state };
  const verdict = evaluateTicket(evaluated, day, at, override);
  const admitted = verdict !== "in" ? [] : party ? outside : [ticket];
  const partyOut = outside.length - admitted.length;
  return { verdict, admitted, partyIn: activeTickets.length - partyOut, partyOut };
}

export type PartyScanOptions = {
  at: number;
  override: boolean;
  /** All who are still outside. */
  party: boolean;
  /** How many come in now; null: not said. */
  people: number | null;
  /** Whether to ask for a number that is not said; else one person comes in, as with a ticket. */
  asks: boolean;
  /** How many a device without connection has let in already. */
  ahead: number;
};

/**
 * Evaluates a party code: admits `people` of those outside, in the order given. More than are left are
 * rejected (`party`); of people who are inside already, as many as are left are admitted.
 */
export function evaluatePartyCode<Ticket extends { state: GateState }>(
  order: { tickets: Ticket[]; visitDate: string; visitSlot: Slot; isVoid: boolean },
  { at, override, party, people, asks, ahead }: PartyScanOptions,
  day: GateDay,
) {
  const activeTickets = order.tickets.filter(({ state }) => state !== "void");
  const outside = activeTickets.filter(({ state }) => state === "out");
  const isVoid = order.isVoid || activeTickets.length === 0;
  const state: GateState = isVoid ? "void" : outside.length === 0 ? "in" : "out";
  const ticketVerdict = evaluateTicket({ ...order, state }, day, at, override);
  const unsaid = asks && ahead === 0 ? null : Math.max(1, ahead);
  const wanted = party ? outside.length : (people ?? unsaid);
  const isUndecided = wanted === null || (wanted > outside.length && ahead === 0);
  const verdict = ticketVerdict === "in" && isUndecided ? "party" : ticketVerdict;
  const admitted = verdict === "in" ? outside.slice(0, wanted ?? 0) : [];
  const partyOut = outside.length - admitted.length;
  return { verdict, admitted, partyIn: activeTickets.length - partyOut, partyOut } as const;
}

/**
 * Whether a ticket's code counts as the party code of its order: once staff have said how many come in. So who comes
 * with a single ticket, after the party's count has used it, comes in as one of those who are left.
 */
export const standsForParty = (
  { state }: { state: GateState },
  { isParty }: { isParty: boolean },
  people: number | null | undefined,
) => isParty && state !== "void" && (people ?? null) !== null;

/** How the gate names a party code in place of a ticket's type and number. */
export const PARTY = "Party";
export const formatPeople = (count: number) => formatCount(count, "person", "people");

/** The refusal of more people than a party has left. */
export const partyLeftMessage = (left: number) =>
  `Only ${formatPeople(left)} of this party ${left === 1 ? "is" : "are"} still to come`;

/** Limits a device's scan time to the last 24 hours. UTC milliseconds. */
export const clampScanTime = (at: number, now: number) =>
  Math.round(Math.min(now, Math.max(at, now - MAX_SCAN_AGE_MS)));

export type ManifestEntry = {
  /** `base64url(sha256(salt + code))` */
  hash: string;
  /** Its label. */
  type: string;
  orderId: string;
  number: number;
  of: number;
  slot: Slot;
  state: GateState;
  used: string | null;
};

/** The party code of an order, whose people are among the tickets of the same list. */
export type PartyEntry = Pick<ManifestEntry, "hash" | "orderId" | "slot"> & { isVoid: boolean };

/** The tickets of one day. A new salt each time prevents comparing two manifests. */
export type OfflineManifest = GateDay & {
  salt: string;
  dayLabel: string;
  /** `Evening, 3:00–6:00 PM` */
  slotLabels?: Record<Slot, string>;
  endsAt: number;
  timeZone: string;
  tickets: ManifestEntry[];
  /** Missing in a list that a device has had since before there were party codes. */
  parties?: PartyEntry[];
};
