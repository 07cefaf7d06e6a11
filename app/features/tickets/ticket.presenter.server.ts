import type { Staff } from "~/features/auth/permissions";
import { isClosed } from "~/features/capacity/capacity.server";
import { dayInWords } from "~/lib/dates";
import { slotInWords } from "~/features/orders/order.rules";
import type { Order } from "~/features/orders/orders.server";
import { standingOf } from "~/features/gate/admit.server";
import { findTicket, usedText } from "./check-in.server";
import { ticketsOf } from "./tickets.server";
import { zooDay } from "~/lib/time-zone.server";
import { qrOf } from "~/lib/http/qr.server";
import { siteOrigin, ticketAddress } from "~/lib/http/urls.server";

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
