import { can, type Staff } from "~/features/auth/permissions";
import { listAudit } from "~/features/audit/audit-log.server";
import { groupOrderOf } from "~/features/groups/group-orders.server";
import { notesView } from "~/features/order-notes/notes.presenter.server";
import { hasRescheduleOffer } from "~/features/closures/reschedule-offers.server";
import { bouncedView } from "~/features/mail/status/mail-status.presenter.server";
import { isIsoDate } from "~/lib/dates";
import type { FormValues } from "~/lib/form-values";
import { movedVisit } from "~/features/booking/visitor-order.presenter.server";
import { peopleInside, refundPaise } from "~/features/tickets/people-inside.server";
import { formatRupees } from "~/lib/money";
import { orderMoney } from "~/features/receipts/order-documents.presenter.server";
import { canTransition, isActive } from "./order-status";
import { bookableDay } from "~/features/booking/bookable-slots.server";
import { findOrder } from "./find-order.server";
import type { Order } from "./order.types";
import { ticketShare, ticketsToRefund } from "./refund-tickets.server";
import { refundedBy } from "./refunds-due.server";
import { givenReference } from "~/features/transfers/bank-references.server";
import { formatUsedAt } from "~/features/tickets/find-ticket.server";
import { partyCodeOf } from "~/features/tickets/party-codes.server";
import { partyCodeView } from "~/features/tickets/ticket.presenter.server";
import { ticketStatus } from "~/features/gate/evaluate-scan";
import { allTicketsOfOrder } from "~/features/tickets/tickets.server";
import { ticketLabel } from "~/features/tariff/tariff.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { orderView } from "./order.presenter.server";
import { pendingDelete } from "~/lib/http/current-url.server";
import { readQuery } from "~/lib/http/read-body.server";
import { visitorOrderPath, siteOrigin } from "~/lib/http/urls.server";
import { auditView } from "~/features/audit/audit.presenter.server";

/** More than any order has. */
const MAX_EVENTS = 200;

/** An order's page for staff. Throws `not_found` and `forbidden`. */
export function staffOrderView(request: Request, staff: Staff, id: string) {
  const query = readQuery(request);
  const order = findOrder(staff, id);
  const mayAudit = can(staff, "audit.read");
  const history = mayAudit && listAudit(staff, { target: `order ${id}`, limit: MAX_EVENTS });
  const mayDelete = can(staff, "orders.delete");
  const inside = peopleInside(order);
  const asking = inside && questionAbout(order, query);
  return {
    order: {
      ...orderView(order),
      hasOffer: hasRescheduleOffer(order),
      repaidBy: refundedBy(order.id) ?? null,
    },
    version: order.updatedAt,
    tickets: allTicketsOfOrder(order.seq).map(ticketView),
    partyCode: partyCodeView(request, order),
    mayGiveOneCode: order.status === "paid" && order.ticketCount > 1 && !partyCodeOf(order.seq),
    organisation: groupOrderOf(order.seq)?.organisation ?? null,
    notes: notesView(order.seq),
    bounced: bouncedView(order.seq),
    money: orderMoney(order),
    transfer: transferView(order),
    refundable: ticketsToRefund(order).map((ticket) => ({
      number: ticket.number,
      label: `${ticketLabel(ticket.ticketType)}, ticket ${ticket.number}: ${formatRupees(ticketShare(order, [ticket]))}`,
    })),
    ownLink: siteOrigin(request) + visitorOrderPath(order),
    history: history ? history.items.map(auditView) : null,
    move: moveView(order, query, inside?.outside ?? order.ticketCount),
    mayDelete,
    inside,
    asking,
    isConfirmingDelete: !asking && pendingDelete(request, [order], mayDelete) !== null,
  };
}

/** Of an order that is paid by UPI; blank for no reference. */
function transferView({ seq, paymentMethod }: Order) {
  if (paymentMethod !== "upi") return null;
  const { reference = "", notFoundAt = null } = givenReference(seq) ?? {};
  return {
    given: reference,
    isNotFound: notFoundAt !== null,
    waiting: notFoundAt === null ? reference : "",
  };
}

/** What is asked before it is done to an order of which some people are inside; null when it does not apply. */
function questionAbout(
  order: Order,
  { confirm = "", ...query }: FormValues,
): { intent: string; label: string; fields: Record<string, string> } | null {
  const { status, visitDate, visitSlot } = order;
  if (confirm === "visit" && isActive(status)) {
    const to = movedVisit(query);
    const from = `${visitDate} ${visitSlot}`;
    return (
      to && { intent: confirm, label: to.label, fields: { date: to.date, slot: to.slot, from } }
    );
  }
  if (confirm !== "refunded" && confirm !== "cancelled") return null;
  if (!canTransition(status, confirm)) return null;
  const { refundReason = "" } = query;
  return {
    intent: confirm,
    label: formatRupees(refundPaise(order)),
    fields: { seen: status, refundReason },
  };
}

function ticketView(ticket: ReturnType<typeof allTicketsOfOrder>[number]) {
  const { code, number, ticketType, usedAt, usedByName } = ticket;
  return {
    code,
    number,
    type: ticketType,
    isRefunded: ticket.refundId !== null,
    state: ticketStatus(ticket),
    used: usedAt === null ? null : `at ${formatUsedAt(usedAt, usedByName)}`,
  };
}

function moveView({ visitDate, visitSlot }: Order, query: FormValues, people: number) {
  const isRequested = isIsoDate(query.date ?? "") && (query.date ?? "") >= toLocalDate();
  const date = isRequested && query.date ? query.date : visitDate;
  return {
    visit: { date: visitDate, slot: visitSlot },
    typed: { date, slot: query.slot ?? (date === visitDate ? visitSlot : "") },
    ...bookableDay(date, people),
  };
}
