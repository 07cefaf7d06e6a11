import { dayInWords } from "~/lib/dates";
import { SLOT_HOURS, type PaymentMethod, type Visit } from "~/features/orders/order.rules";
import type { Order } from "~/features/orders/orders.server";
import { ticketsOf } from "~/features/tickets/tickets.server";
import type { orderView } from "~/features/orders/order.presenter.server";
import { mailOrigin, ownOrderPath, ticketAddress } from "~/lib/http/urls.server";
import type { Part } from "./email.types";

/** What several letters say. */

export type OrderView = ReturnType<typeof orderView>;

export const HOW_TO_PAY: Record<PaymentMethod, (total: string) => string> = {
  upi: (total) => `Please pay ${total} by UPI. The page of your booking shows how.`,
  card: (total) => `Please pay ${total} by credit or debit card at the ticket counter.`,
  cash: (total) => `Please pay ${total} in cash at the ticket counter before your slot ends.`,
};

export const PRIVATE =
  "Keep this email to yourself: anyone with its links can see the tickets and move the visit.";

export const holding = ({ heldUntil }: OrderView) =>
  `Your places are held until ${heldUntil}. Tickets are issued after payment.`;

export const dayAndSlot = ({ visitDate, visitSlot }: Visit) =>
  `${dayInWords(visitDate)}, ${SLOT_HOURS[visitSlot].label} (${SLOT_HOURS[visitSlot].hours})`;

export const visitFacts = (view: OrderView): Part => ({
  facts: [
    ["Order", view.id],
    ["Date", view.visitDay],
    ["Slot", `${view.slot}, ${view.hours}`],
    ["Tickets", view.tickets],
    ["Total", `${view.total}, ${view.payment}`],
  ],
});

export const ticketLinks = (order: Order) =>
  ticketsOf(order.seq).map(({ code, number, ticketType }) => ({
    label: `Ticket ${number} of ${order.ticketCount}, ${ticketType}`,
    href: ticketAddress(mailOrigin, code),
  }));

export const ownAddress = ({ id }: { id: string }) => mailOrigin + ownOrderPath(id);
