import { DomainError } from "~/lib/errors";
import { formatCount } from "~/lib/intl";
import { neverPaidPaise } from "~/features/groups/group-orders.server";
import { ticketRefundsPaise } from "~/features/payments/ledger.server";
import type { Order, OrderRow } from "~/features/orders/order.types";
import { formatUsedAt } from "./find-ticket.server";
import { shareOfTotal } from "~/features/orders/ticket-shares";
import { activeTicketsOfOrder, countInside, nameOfTicket, type Ticket } from "./tickets.server";

/** An order whose people are partly inside is moved, cancelled and refunded only for the others. */

type Party = Pick<OrderRow, "seq" | "ticketCount">;

const usedTickets = ({ seq }: Party) =>
  activeTicketsOfOrder(seq).filter(({ usedAt }) => usedAt !== null);

/** What tickets cost, in paise, before the discount. */
export function priceOfTickets({ lines }: Order, tickets: Pick<Ticket, "ticketType">[]) {
  const priceOf = (type: string) =>
    lines.find(({ ticketType }) => ticketType === type)?.unitPricePaise ?? 0;
  return tickets.reduce((sum, { ticketType }) => sum + priceOf(ticketType), 0);
}

/** Of more, only their number is said. */
const MOST_NAMED = 10;

/** Who is inside, in words for a question or a notice; null when nobody is. */
export function peopleInside(order: Party) {
  const used = usedTickets(order);
  if (used.length === 0) return null;
  const { ticketCount } = order;
  const who = used.map((ticket) => `${nameOfTicket(ticket)}, ${formatUsedAt(ticket.usedAt ?? 0)}`);
  const verb = used.length === 1 ? "is" : "are";
  const outside = ticketCount - used.length;
  const names = used.length > MOST_NAMED ? "." : `: ${who.join("; ")}.`;
  const stay = outside === 0 ? "They stay in." : `They stay in; it concerns the other ${outside}.`;
  return {
    count: used.length,
    outside,
    line: `${used.length} of ${formatCount(ticketCount, "person", "people")} ${verb} inside${names} ${stay}`,
  };
}

/** The question is still to be asked: who acts does not know that some people are inside. */
export class UnknownInside extends DomainError {}

/** Throws UnknownInside unless as many people are inside as `known` says. Clients of the API, without it, are not asked. */
export function assertInsideKnown(order: Party, known: number | undefined) {
  if (known === undefined || known === countInside(order.seq)) return;
  const line = peopleInside(order)?.line ?? "Nobody is inside any more.";
  throw new UnknownInside("conflict", `${line} Check it, then try again.`);
}

/** What the form's question has said. */
export const knownInsideFrom = ({ inside = "" }: { inside?: string }) => Number(inside) || 0;

/**
 * What a refund gives back, in paise: the price of those who are outside, less their share of the discount, what was
 * refunded for single tickets and what a group has never paid. The rest of the total when nobody is inside, and when all
 * are and the zoo refunds all the same.
 */
export const refundPaise = (order: Order): number =>
  priceOutside(order) - ticketRefundsPaise(order.seq) - neverPaidPaise(order);

function priceOutside(order: Order) {
  const { status, totalPaise, subtotalPaise } = order;
  const used = status === "pending" ? [] : usedTickets(order);
  if (used.length === 0 || used.length === order.ticketCount) return totalPaise;
  return shareOfTotal(order, subtotalPaise - priceOfTickets(order, used));
}
