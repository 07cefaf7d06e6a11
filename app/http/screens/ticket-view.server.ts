import type { Staff } from "~/domain/access";
import { isClosed } from "~/domain/capacity/capacity.server";
import { dayInWords } from "~/domain/clock";
import { slotInWords } from "~/domain/order/order.rules";
import type { Order } from "~/domain/order/orders.server";
import { standingOf } from "~/domain/ticket/admit.server";
import { findTicket, usedText } from "~/domain/ticket/check-in.server";
import { ticketsOf } from "~/domain/ticket/tickets.server";
import { zooDay } from "~/domain/zoo-time.server";
import { qrOf } from "../qr.server";
import { siteOrigin, ticketAddress } from "../site.server";

/** The tickets of a paid order as the visitor sees them, each with its QR code; none before it is paid. */
export const ticketViews = (request: Request, order: Order) =>
  (order.status === "paid" ? ticketsOf(order.seq) : []).map(
    ({ code, number, ticketType, usedAt }) => ({
      code,
      number,
      ticketType,
      of: order.ticketCount,
      qr: ticketQr(request, code),
      usedAt: usedAt === null ? null : usedText(usedAt),
    }),
  );

/** One ticket as its QR code opens it, for its visitor or for staff at the gate. Throws `not_found`. */
export function ticketPage(request: Request, staff: Staff | null, typed: string) {
  const { code, number, of, ticketType, visitDate, visitSlot, status, usedAt } = findTicket(typed);
  return {
    ticketType,
    place: `Ticket ${number} of ${of}`,
    day: dayInWords(visitDate),
    isToday: visitDate === zooDay(),
    slot: slotInWords(visitSlot),
    isClosed: isClosed(visitDate, visitSlot),
    status,
    used: usedAt === null ? null : usedText(usedAt),
    gate: staff && standingOf(staff, code),
    // The link of one ticket may be all that its visitor was given.
    toShow: staff || status !== "valid" ? null : { code, qr: ticketQr(request, code) },
  };
}

const ticketQr = (request: Request, code: string) => qrOf(ticketAddress(siteOrigin(request), code));
