import { formatPeople } from "~/features/gate/evaluate-scan";
import { partyCodeOf } from "~/features/tickets/party-codes.server";
import { formatLongDate } from "~/lib/dates";
import { byPaymentMethod } from "~/features/orders/payment-methods";
import type { Order } from "~/features/orders/order.types";
import { refundsOfOrder } from "~/features/payments/ledger.server";
import {
  activeTicketsOfOrder,
  countSold,
  nameOfTicket,
  refundedTickets,
} from "~/features/tickets/tickets.server";
import { formatRupees } from "~/lib/money";
import type { orderView } from "~/features/orders/order.presenter.server";
import { activeProvider } from "~/features/payments/payment-providers.server";
import { mailOrigin, visitorOrderPath, ticketAddress } from "~/lib/http/urls.server";
import type { Part } from "./email.types";
import type { Visit } from "~/features/slots/slot";
import { slotLabel, slotText } from "~/features/slots/slots.server";
import { ticketLabel } from "~/features/tariff/tariff.server";

export type OrderView = ReturnType<typeof orderView>;

export const PAYMENT_INSTRUCTIONS = byPaymentMethod(({ id, byMethod, placesHeld }) => {
  const isOnDay = placesHeld === "until slot ends";
  const counter = ` at the ticket counter${isOnDay ? " before your slot ends" : ""}.`;
  const onPage = ". The page of your booking shows how.";
  return (total: string) => {
    const isOnPage = id === "upi" || (!isOnDay && activeProvider());
    return `Please pay ${total} ${byMethod}${isOnPage ? onPage : counter}`;
  };
});

export const PRIVACY_NOTICE =
  "Keep this email to yourself: anyone with its links can see the tickets and move the visit.";

export const expiryNotice = ({ expiresAt }: OrderView) =>
  `Your places are held until ${expiresAt}. Tickets are issued after payment.`;

export const formatVisit = ({ visitDate, visitSlot }: Visit) =>
  `${formatLongDate(visitDate)}, ${slotLabel(visitSlot)} (${slotText(visitDate, visitSlot).hours})`;

export const visitDetails = (view: OrderView): Part => ({
  facts: [
    ["Order", view.id],
    ["Date", view.visitDay],
    ["Slot", `${view.slot}, ${view.hours}`],
    ["Tickets", view.tickets],
    ["Total", `${view.total}, ${view.payment}`],
  ],
});

/** The codes of a paid order; one for an order with a party code. */
export function ticketLinks(order: Order) {
  const sold = countSold(order);
  const code = partyCodeOf(order.seq);
  if (code) {
    const people = formatPeople(order.ticketCount);
    return [{ label: `One code for all, admits ${people}`, href: ticketAddress(mailOrigin, code) }];
  }
  return activeTicketsOfOrder(order.seq).map(({ code, number, ticketType }) => ({
    label: `Ticket ${number} of ${sold}, ${ticketLabel(ticketType).toLowerCase()}`,
    href: ticketAddress(mailOrigin, code),
  }));
}

/** How much, for which tickets, and how it comes. */
export function partRefundText(orderSeq: number, ids: number[]) {
  const refunds = refundsOfOrder(orderSeq).filter(({ id }) => ids.includes(id));
  const amount = formatRupees(refunds.reduce((sum, refund) => sum + refund.amount, 0));
  const tickets = refundedTickets(orderSeq)
    .filter(({ refundId }) => refundId !== null && ids.includes(refundId))
    .map(nameOfTicket);
  const isOnItsWay = refunds.some(({ method }) => method === "provider");
  const given = isOnItsWay
    ? `We refund ${amount} the way you paid, which takes a few days`
    : `We have given you ${amount} back`;
  return `${given}. No longer valid: ${tickets.join(", ")}.`;
}

export const visitorOrderUrl = (order: Pick<Order, "id" | "linkVersion">) =>
  mailOrigin + visitorOrderPath(order);
