import { authorize, type Actor } from "~/features/auth/permissions";
import { formatLongDate } from "~/lib/dates";
import type { ScanAnswer } from "./admission.server";
import { formatUsedAt } from "~/features/tickets/find-ticket.server";
import { todayCounts, recentCheckIns } from "./gate.server";
import { scannerToken } from "./scanners.server";
import { countConflicts, mayDismiss, openConflicts, type SyncResult } from "./sync-scans.server";
import { formatDateTime, toLocalDate } from "~/lib/time-zone.server";
import { formatSlotOn, slotText } from "~/features/slots/slots.server";
import { ticketLabel } from "~/features/tariff/tariff.server";
import { formatPeople, PARTY } from "./evaluate-scan";
import { toTimestamp } from "~/lib/http/timestamp.server";

export function gateView(actor: Actor) {
  authorize(actor, "tickets.check-in");
  const { slots } = todayCounts(actor);
  return {
    scanner: scannerToken(actor),
    slots: slots.map((counts) => {
      const { label, hours } = slotText(toLocalDate(), counts.slot);
      return { ...counts, label, hours };
    }),
    recent: recentCheckIns(actor).map(
      ({ ticketType, usedAt, usedByName, number, of: partySize, orderId }) => ({
        orderId,
        type: ticketLabel(ticketType),
        place: formatTicketNumber(number, partySize),
        when: toTimestamp(usedAt),
        by: usedByName,
      }),
    ),
    conflictCount: mayDismiss(actor) ? countConflicts(actor) : 0,
    conflicts: (mayDismiss(actor) ? openConflicts(actor) : []).map(
      ({ key, ahead, by, answer }) => ({
        ...scanView({ key, code: "", answer }),
        ahead,
        scanned: `${formatDateTime(answer.at)}${by ? ` by ${by}` : ""}`,
      }),
    ),
  };
}

export function scanView({ key, code, answer }: SyncResult) {
  const { verdict, admitted, override, people = null, ticket } = answer;
  return { key, code, verdict, admitted, override, people, ticket: ticket && ticketView(ticket) };
}

function ticketView({
  ticketType,
  number,
  of: partySize,
  visitDate,
  visitSlot,
  usedAt,
  usedByName,
  ...ticket
}: NonNullable<ScanAnswer["ticket"]>) {
  return {
    ...ticket,
    isParty: ticketType === null,
    ofParty: ticket.ofParty ?? false,
    type: ticketType === null ? PARTY : ticketLabel(ticketType),
    place: ticketType === null ? formatPeople(partySize) : formatTicketNumber(number, partySize),
    day: formatLongDate(visitDate),
    slot: formatSlotOn(visitDate, visitSlot),
    used: usedAt === null ? null : formatUsedAt(usedAt, usedByName),
  };
}

const formatTicketNumber = (number: number, partySize: number) =>
  `ticket ${number} of ${partySize}`;
