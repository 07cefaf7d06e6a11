import { can, type Staff } from "~/features/auth/permissions";
import { isClosed, publicReasons } from "~/features/capacity/capacity.server";
import { formatLongDate } from "~/lib/dates";
import type { Order } from "~/features/orders/order.types";
import { admissionStatus } from "~/features/gate/admission.server";
import { findTicket, formatUsedAt } from "./find-ticket.server";
import { PARTY } from "~/features/gate/evaluate-scan";
import { createId } from "~/lib/ids.server";
import { partyCodeOf } from "./party-codes.server";
import { activeTicketsOfOrder, countInside, countSold } from "./tickets.server";
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
  const { code, number, sold, ticketType, visitDate, visitSlot, status, usedAt, people } = ticket;
  const gate = staff && admissionStatus(staff, code);
  return {
    type: people ? `${PARTY} of ${people.of}` : ticketLabel(ticketType),
    place: people ? partyText(people) : `Ticket ${number} of ${sold}`,
    isParty: people !== null,
    /** Makes a check-in that asks how many come in, of a party, count once when it is sent twice. */
    newKey: people || (gate?.ofParty && status === "used") ? createId() : null,
    day: formatLongDate(status === "used" && usedAt !== null ? toLocalDate(usedAt) : visitDate),
    isToday: visitDate === toLocalDate(),
    slot: formatSlotOn(visitDate, visitSlot),
    isClosed: isClosed(visitDate, visitSlot),
    closureReason: publicReasons(visitDate)(visitSlot),
    state: ticketState(status, { visitDate, visitSlot }),
    status,
    used: usedAt === null ? null : formatUsedAt(usedAt),
    orderId: staff && can(staff, "orders.read") ? ticket.orderId : null,
    gate,
    // The visitor may only have the link of this ticket, not of the order.
    visibleCode: staff || status !== "valid" ? null : { code, qr: ticketQr(request, code) },
  };
}

/** The party code of an order that is paid, for its visitor; null without one, and when all are inside. */
export function partyCodeView(request: Request, order: Order) {
  const code = order.status === "paid" ? partyCodeOf(order.seq) : null;
  if (!code) return null;
  const arrived = countInside(order.seq);
  if (arrived === order.ticketCount) return null;
  const people = { arrived, of: order.ticketCount };
  return { code, qr: ticketQr(request, code), text: partyText(people), left: people.of - arrived };
}

/** `30 inside, 20 to come` */
const partyText = ({ arrived, of: size }: { arrived: number; of: number }) =>
  `${arrived} inside, ${size - arrived} to come`;

function ticketState(status: TicketStatus, { visitDate, visitSlot }: Visit): BookingState {
  if (status === "void") return "void";
  if (status === "used") return "inside";
  if (isClosed(visitDate, visitSlot)) return "closed";
  return hasSlotEnded(visitDate, visitSlot) ? "over" : "open";
}

const ticketQr = (request: Request, code: string) => toQr(ticketAddress(siteOrigin(request), code));
