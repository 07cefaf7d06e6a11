import { can, type Staff } from "~/features/auth/permissions";
import { listAudit } from "~/features/audit/audit-log.server";
import { hasOffer } from "~/features/closures/reschedule-offers.server";
import { isDay } from "~/lib/dates";
import type { Fields } from "~/lib/form-values";
import { bookingDay } from "~/features/booking/bookable-slots.server";
import { findOrder, type Order } from "./orders.server";
import { repaidBy } from "./refunds-due.server";
import { usedText } from "~/features/tickets/check-in.server";
import { ticketStatus } from "~/features/gate/evaluate-scan";
import { allTicketsOf } from "~/features/tickets/tickets.server";
import { zooDay } from "~/lib/time-zone.server";
import { orderView } from "./order.presenter.server";
import { ownOrderPath, siteOrigin } from "~/lib/http/urls.server";
import { auditView } from "~/features/audit/audit.presenter.server";

/** More than happens to any order in its life. */
const MOST_EVENTS = 200;

/** Everything that staff see on an order's own page. Throws `not_found` and `forbidden`. */
export function staffOrderView(request: Request, staff: Staff, id: string, asked: Fields) {
  const order = findOrder(staff, id);
  const mayAudit = can(staff.role, "audit.read");
  const history = mayAudit && listAudit(staff, { target: `order ${id}`, limit: MOST_EVENTS });
  return {
    order: {
      ...orderView(order),
      hasOffer: hasOffer(order),
      repaidBy: repaidBy(order.id) ?? null,
    },
    seenAt: order.updatedAt,
    tickets: allTicketsOf(order.seq).map(ticketView),
    ownLink: siteOrigin(request) + ownOrderPath(order.id),
    history: history ? history.items.map(auditView) : null,
    move: moveView(order, asked),
    mayDelete: can(staff.role, "orders.delete"),
  };
}

function ticketView(ticket: ReturnType<typeof allTicketsOf>[number]) {
  const { code, number, ticketType, usedAt, usedByName } = ticket;
  return {
    code,
    number,
    type: ticketType,
    state: ticketStatus(ticket),
    used: usedAt === null ? null : `at ${usedText(usedAt, usedByName)}`,
  };
}

/** The form that moves the visit: for the day that the address asks about, else the day of the visit. */
function moveView({ visitDate, visitSlot }: Order, asked: Fields) {
  const isAsked = isDay(asked.date ?? "") && (asked.date ?? "") >= zooDay();
  const date = isAsked && asked.date ? asked.date : visitDate;
  return {
    visit: { date: visitDate, slot: visitSlot },
    typed: { date, slot: asked.slot ?? (date === visitDate ? visitSlot : "") },
    ...bookingDay(date),
  };
}
