import { parseOrderId } from "~/features/tickets/ticket-code";
import { partyLeftMessage } from "../evaluate-scan";
import type { Conflict, ScanResult } from "./gate-types";

export type Tone = "good" | "ask" | "bad";

type ScanMessage = { tone: Tone; title: string; reason: string };

export const VOID_REASON = "Ticket is void. Its order was cancelled or refunded.";

export function scanMessage(result: ScanResult): ScanMessage {
  const { verdict, admitted, ticket, waiting, code, people } = result;
  switch (verdict) {
    case "in": {
      const people = admitted === 1 ? "Let in" : `Let in ${admitted} people`;
      return {
        tone: "good",
        title: waiting ? `${people}, not yet sent (${waiting}\u00a0waiting)` : people,
        reason: ticket ? "" : "Checked when the connection is back.",
      };
    }
    case "party": {
      const { partyIn = 0, partyOut = 0 } = ticket ?? {};
      const isTooMany = people !== null && people > partyOut;
      return {
        tone: "ask",
        title: `Party of ${partyIn + partyOut}`,
        reason: isTooMany
          ? `${partyLeftMessage(partyOut)}, not ${people}.`
          : `${partyIn} inside, ${partyOut} to come.`,
      };
    }
    case "other-day":
    case "other-slot":
    case "closed":
    case "unlisted": {
      const { title, reason } = overrideDecision(verdict, ticket);
      return { tone: "ask", title, reason };
    }
    case "used":
      return {
        tone: "bad",
        title: "Already used",
        reason: `Used at ${ticket?.used ?? "the gate"}.`,
      };
    case "void":
      return { tone: "bad", title: "Not valid", reason: VOID_REASON };
    case "unknown":
      return {
        tone: "bad",
        title: "Not valid",
        reason: `Ticket not found. ${rejectionReason(code)}`,
      };
    case "ended":
      return {
        tone: "bad",
        title: "Not checked",
        reason: "You may no longer check tickets here. The line at the top says whom to ask.",
      };
    case "unchecked":
      return {
        tone: "bad",
        title: "Not checked",
        reason: "This device has no connection, and no list of today to check against.",
      };
  }
}

type OverridableVerdict = "other-day" | "other-slot" | "closed" | "unlisted";
type Decision = { title: string; reason: string; button: string };

const TODAY = "Let this person in today";
const NOW = "Let this person in now";

const DECISIONS: Record<OverridableVerdict, (day?: string, slot?: string) => Decision> = {
  "other-day": (day) => ({
    title: "Another day",
    reason: `This ticket is for ${day}, not for today.`,
    button: TODAY,
  }),
  "other-slot": (_, slot) => ({
    title: "Another slot",
    reason: `This ticket is for today, but for another slot: ${slot}.`,
    button: NOW,
  }),
  closed: (_, slot) => ({
    title: "Slot closed",
    reason: `This ticket is for today, but the zoo is closed during its slot: ${slot}.`,
    button: NOW,
  }),
  unlisted: () => ({
    title: "Not on the list",
    reason: "This device has no connection, and this ticket is not on its list for today.",
    button: TODAY,
  }),
};

export const overrideDecision = (
  verdict: OverridableVerdict,
  ticket: { day: string; slot: string } | null,
) => DECISIONS[verdict](ticket?.day, ticket?.slot);

export const isOverridable = (verdict: ScanResult["verdict"]): verdict is OverridableVerdict =>
  verdict in DECISIONS;

const rejectionReason = (code: string) =>
  parseOrderId(code)
    ? "That is an order's number: a ticket's code has 20 letters and is under its QR code."
    : "Check the letters.";

const CONFLICT_REASONS: Partial<Record<ScanResult["verdict"], string>> = {
  used: "the ticket was used already",
  void: "the ticket is void",
  "other-day": "the ticket is for another day",
  "other-slot": "the ticket is for another slot",
  closed: "the zoo was closed during the ticket's slot",
  ended: "whoever scanned had lost their access",
};

export function conflictMessage({ ahead, admitted, verdict }: Conflict) {
  const people = ahead === 1 ? "1 person was" : `${ahead} people were`;
  const validCountText =
    admitted === 1 ? "only 1 ticket was still good" : `only ${admitted} tickets were still good`;
  const reason =
    verdict === "in" ? validCountText : (CONFLICT_REASONS[verdict] ?? "there is no such ticket");
  return `${people} let in, but ${reason}.`;
}

export const admitAllLabel = (out: number) =>
  out === 1 ? "Admit the one still outside" : `Admit all ${out} still outside`;

export const partyLabel = ({ partyIn, partyOut }: { partyIn: number; partyOut: number }) =>
  `From this order, ${partyIn} ${partyIn === 1 ? "is" : "are"} inside and ${partyOut} still outside`;
