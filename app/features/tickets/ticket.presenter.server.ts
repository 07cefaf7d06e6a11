import { can, type Staff } from "~/features/auth/permissions";
import { isClosed, publicReasons } from "~/features/capacity/capacity.server";
import { formatLongDate } from "~/lib/dates";
import type { Order } from "~/features/orders/order.types";
import { admissionStatus } from "~/features/gate/admission.server";
import { findTicket, formatUsedAt } from "./find-ticket.server";
import { activeTicketsOfOrder, countSold } from "./tickets.server";
import type { BookingState } from "~/features/booking/ways-on";
import type { TicketStatus } from "~/features/gate/evaluate-scan";
import { ticketLabel } from "~/features/tariff/tariff.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { toQr } from "~/lib/http/qr.server";
import { siteOrigin, ticketAddress } from "~/lib/http/urls.server";
import type { Visit } from "~/features/slots/slot";
import { hasSlotEnded } from "~/features/slots/slot-times.server";
import { formatSlotOn } from "~/features/slots/slots.server";

export function ticketViews(request: Request, order: Order) {
  const active = order.status === "paid" ? activeTicketsOfOrder(order.seq) : [];
  const sold = active.length > 0 ? countSold(order) : 0;
  return active.map(({ code, number, ticketType, usedAt }) => ({
    code,
    number,
    type: ticketLabel(ticketType),
    of: sold,
    qr: ticketQr(request, code),
    usedAt: usedAt === null ? null : formatUsedAt(usedAt),
    /** Where it differs from the order's, which has been moved since. */
    usedOn:
      usedAt === null || toLocalDate(usedAt) === order.visitDate
        ? null
        : formatLongDate(toLocalDate(usedAt)),
  }));
}

/** The page that a ticket's QR code opens. Throws `not_found`. */
export function ticketPage(request: Request, staff: Staff | null, typed: string) {
  const ticket = findTicket(typed);
  const { code, number, sold, ticketType, visitDate, visitSlot, status, usedAt } = ticket;
  return {
    type: ticketLabel(ticketType),
    place: `Ticket ${number} of ${sold}`,
    day: formatLongDate(usedAt === null ? visitDate : toLocalDate(usedAt)),
    isToday: visitDate === toLocalDate(),
    slot: formatSlotOn(visitDate, visitSlot),
    isClosed: isClosed(visitDate, visitSlot),
    closureReason: publicReasons(visitDate)(visitSlot),
    state: ticketState(status, { visitDate, visitSlot }),
    status,
    used: usedAt === null ? null : formatUsedAt(usedAt),
    orderId: staff && can(staff, "orders.read") ? ticket.orderId : null,
    gate: staff && admissionStatus(staff, code),
    // The visitor may only have the link of this ticket, not of the order.
    visibleCode: staff || status !== "valid" ? null : { code, qr: ticketQr(request, code) },
  };
}

function ticketState(status: TicketStatus, { visitDate, visitSlot }: Visit): BookingState {
  if (status === "void") return "void";
  if (status === "used") return "inside";
  if (isClosed(visitDate, visitSlot)) return "closed";
  return hasSlotEnded(visitDate, visitSlot) ? "over" : "open";
}

const ticketQr = (request: Request, code: string) => toQr(ticketAddress(siteOrigin(request), code));
