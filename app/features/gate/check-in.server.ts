import { authorize, type Actor } from "~/features/auth/permissions";
import {
  findTicket,
  TICKET_VOID,
  ticketUsedError,
  type GateTicket,
} from "~/features/tickets/find-ticket.server";
import { parseTicketCode } from "~/features/tickets/ticket-code";
import { formatShortDate } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { createId } from "~/lib/ids.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { transaction } from "~/lib/write-transaction.server";
import { admit, assertAdmitted, type ScanAnswer } from "./admission.server";
import type { GateDay } from "./evaluate-scan";
import { scanOnce } from "./sync-scans.server";

type PartyOptions = { people?: number | null; key?: string | undefined };

/**
 * For the API. `people` is for party codes, of which one person comes in without it; with a key a repeated request
 * admits nobody again. Answers the ticket as it is then, and how many came in. Throws `conflict` for a used or void
 * ticket, for more people than are left, and for another day without `override`.
 */
export function checkIn(
  actor: Actor,
  typedCode: string,
  override = false,
  { people, key = createId() }: PartyOptions = {},
): GateTicket & { admitted: number } {
  authorize(actor, "tickets.check-in");
  return transaction((tx) => {
    const ticket = findTicket(typedCode, tx);
    const scan = { code: ticket.code, at: Date.now(), override, party: false };
    const day = gateDayWithoutSlots(scan.at);
    const answer = ticket.people
      ? scanOnce(tx, actor, { ...scan, key, people: people ?? 1, ahead: 0 }, day)
      : admit(tx, actor, scan, day);
    assertLetIn(answer, ticket);
    return { ...findTicket(ticket.code, tx), admitted: answer.admitted };
  }, "none");
}

function assertLetIn(answer: ScanAnswer, ticket: GateTicket) {
  const { verdict } = answer;
  if (verdict === "void") throw new DomainError("conflict", TICKET_VOID);
  if (verdict === "used") throw ticketUsedError(ticket);
  if (verdict === "party") assertAdmitted(answer);
  if (verdict !== "in") {
    throw new DomainError("conflict", `This ticket is for ${formatShortDate(ticket.visitDate)}`);
  }
}

/** A slot without a window is open all day. */
const gateDayWithoutSlots = (time: number): GateDay => ({ day: toLocalDate(time), windows: {} });

type PartyCheckIn = { key: string; override: boolean; people: number | null };

/**
 * Check-in of a party on the page of its code; once for a key, so that a form sent twice admits nobody twice. Throws
 * `not_found`, and `conflict` when the code is not valid now or fewer people are left.
 */
export function admitPartyByCode(
  actor: Actor,
  code: string,
  { key, override, people }: PartyCheckIn,
) {
  authorize(actor, "tickets.check-in");
  return transaction((tx) => {
    const scan = { key, code: parseTicketCode(code), at: Date.now(), override, people };
    return assertAdmitted(scanOnce(tx, actor, { ...scan, party: false, asks: true, ahead: 0 }));
  }, "none");
}
