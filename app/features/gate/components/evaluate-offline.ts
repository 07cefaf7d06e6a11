import { timeIn } from "~/lib/intl";
import { slotInWords } from "~/features/orders/order.rules";
import { judge, type GateList, type ListedTicket } from "../evaluate-scan";
import { orderIdIn } from "~/features/tickets/ticket-code";
import { keepList, keptList, waitingScans, type DeviceScan } from "./gate-storage";
import type { ScanResult } from "./gate-types";

/** Hashing needs a secure context; without it a device can only ask the zoo. */
export const canJudgeOffline = () => globalThis.crypto?.subtle !== undefined;

/**
 * What a device can decide by itself, from its list of today and whom it has let in since. Tickets it lets in are
 * marked on the list, so that they are refused when they come again.
 */
export async function judgeOffline(scan: DeviceScan): Promise<ScanResult> {
  const list = keptList();
  const { key, code, override } = scan;
  const about = { key, code, override, admitted: 0, ticket: null };
  if (!list) return { ...about, verdict: "unchecked" };

  const ticket = await listedUnder(list, code);
  if (!ticket) return { ...about, ...judgeUnlisted(scan) };

  const { ticketType, orderId, number, of, slot, used } = ticket;
  const tickets = list.tickets.filter((other) => other.orderId === orderId);
  const order = { tickets, visitDate: list.day, visitSlot: slot };
  const { verdict, admitted, partyIn, partyOut } = judge(ticket, order, scan, list);
  mark(list, admitted, scan.at);

  return {
    ...about,
    verdict,
    admitted: admitted.length,
    ticket: {
      ticketType,
      orderId,
      used,
      partyIn,
      partyOut,
      place: `ticket ${number} of ${of}`,
      day: list.dayInWords,
      slot: slotInWords(slot),
    },
  };
}

/** Marks on the list what the server let in, in case the connection goes. */
export async function markOffline({ code, party }: DeviceScan, { verdict }: ScanResult) {
  const list = canJudgeOffline() ? keptList() : null;
  if (!list || (verdict !== "in" && verdict !== "used")) return;
  const ticket = await listedUnder(list, code);
  if (!ticket) return;
  const isMeant = (each: ListedTicket) =>
    each === ticket || (party && each.orderId === ticket.orderId);
  mark(
    list,
    list.tickets.filter((each) => each.state === "out" && isMeant(each)),
    Date.now(),
  );
}

/** A ticket sold since the list was made, another day's, or none: staff decide, once for each code. */
function judgeUnlisted({ code, override }: DeviceScan): Pick<ScanResult, "verdict" | "admitted"> {
  if (orderIdIn(code)) return { verdict: "unknown", admitted: 0 };
  if (waitingScans().some((other) => other.code === code)) return { verdict: "used", admitted: 0 };
  return override ? { verdict: "in", admitted: 1 } : { verdict: "unlisted", admitted: 0 };
}

function mark(list: GateList, admitted: ListedTicket[], at: number) {
  if (admitted.length === 0) return;
  const used = timeIn(list.timeZone)(at);
  for (const ticket of admitted) Object.assign(ticket, { state: "in", used });
  keepList(list);
}

async function listedUnder({ salt, tickets }: GateList, code: string) {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(salt + code));
  const hash = btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  return tickets.find((ticket) => ticket.hash === hash);
}
