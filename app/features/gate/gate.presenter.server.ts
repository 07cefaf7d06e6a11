import type { Actor } from "~/features/auth/permissions";
import { dayInWords } from "~/lib/dates";
import { SLOT_HOURS, slotInWords } from "~/features/orders/order.rules";
import type { ScanAnswer } from "./admit.server";
import { usedText } from "~/features/tickets/check-in.server";
import { gateToday, recentCheckIns } from "./gate.server";
import { countConflicts, openConflicts, type Answered } from "./sync-scans.server";
import { moment } from "~/lib/time-zone.server";
import { whenOf } from "~/lib/http/timestamp.server";

/** What is shown around the field: how today goes, the last check-ins, and conflicts of offline scans. */
export function gateView(actor: Actor) {
  const { slots } = gateToday(actor);
  return {
    slots: slots.map((counts) => {
      const { label, hours } = SLOT_HOURS[counts.slot];
      return { ...counts, label, hours };
    }),
    recent: recentCheckIns(actor).map(({ usedAt, usedByName, number, of, ...person }) => ({
      ...person,
      place: placeOf(number, of),
      when: whenOf(usedAt),
      by: usedByName,
    })),
    conflictCount: countConflicts(actor),
    conflicts: openConflicts(actor).map(({ key, ahead, by, answer }) => ({
      ...scanView({ key, code: "", answer }),
      ahead,
      scanned: `${moment(answer.at)}${by ? ` by ${by}` : ""}`,
    })),
  };
}

/** The result of a scan in words, with its code for the next step: the whole party, another day. */
export function scanView({ key, code, answer }: Answered) {
  const { verdict, admitted, override, ticket } = answer;
  return { key, code, verdict, admitted, override, ticket: ticket && ticketView(ticket) };
}

function ticketView(ticket: NonNullable<ScanAnswer["ticket"]>) {
  const { ticketType, orderId, number, of, partyIn, partyOut, usedAt, usedByName } = ticket;
  return {
    ticketType,
    orderId,
    partyIn,
    partyOut,
    place: placeOf(number, of),
    day: dayInWords(ticket.visitDate),
    slot: slotInWords(ticket.visitSlot),
    used: usedAt === null ? null : usedText(usedAt, usedByName),
  };
}

const placeOf = (number: number, of: number) => `ticket ${number} of ${of}`;
