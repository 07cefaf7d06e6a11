import { eq } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { orders } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor, type Staff } from "~/features/auth/permissions";
import { enqueueMail } from "~/features/mail/enqueue-mail.server";
import { refundOrder, refundParts } from "~/features/payments/ledger.server";
import { isProvider } from "~/features/payments/payment.rules";
import { assertMayRefund } from "~/features/payments/refund-right.server";
import { formatTickets } from "~/features/tariff/tariff.server";
import { priceOfTickets } from "~/features/tickets/people-inside.server";
import {
  activeTicketsOfOrder,
  allTicketsOfOrder,
  nameOfTicket,
  refundedTickets,
  remainingLines,
  voidRefunded,
  type Ticket,
} from "~/features/tickets/tickets.server";
import { enqueueOrderEvent } from "~/features/webhooks/enqueue-event.server";
import { DomainError } from "~/lib/errors";
import { assertNotStale } from "~/lib/optimistic-lock";
import { transaction } from "~/lib/write-transaction.server";
import { updateOrderStatus } from "./edit-order.server";
import type { Order } from "./order.types";
import { orderById } from "./orders.server";
import { releasePlaces } from "./reservations.server";
import { shareOfTotal } from "./ticket-shares";

/** Gives the money for single tickets of a paid order back. The order stays paid, and its price as it was sold. */

type Chosen = { tickets: number[]; reason?: string };

/**
 * Voids the tickets, releases their places, and refunds their share of the total: through the provider where the money
 * came from one, else as given by hand now. Repeating it changes nothing. Throws `invalid` for an unknown ticket, and
 * `conflict` for one that is used, for all that are left, and for an order that is no longer at `version`.
 */
export function refundTickets(
  actor: Actor,
  id: string,
  { tickets: numbers, reason = "" }: Chosen,
  version?: number,
): Order {
  authorize(actor, "orders.refund");

  return transaction((tx) => {
    const order = orderById(id);
    if (areRefunded(order, numbers)) return order;
    assertNotStale("order", order, version);
    const tickets = refundableTickets(order, numbers);
    const amount = ticketShare(order, tickets);
    const before = formatTickets(remainingLines(order));
    const refunds = giveBack(tx, actor, order, { amount, reason });
    voidRefunded(tx, tickets, refunds[0]?.id ?? 0);
    releasePlaces(tx, order, tickets.length);
    const ticketCount = order.ticketCount - tickets.length;
    tx.update(orders)
      .set({ ticketCount, updatedAt: Date.now() })
      .where(eq(orders.seq, order.seq))
      .run();
    recordAudit(tx, actor, {
      action: "order.refundTickets",
      target: `order ${id}`,
      before: { tickets: before },
      after: { tickets: formatTickets(remainingLines(orderById(id))), refundPaise: amount },
    });
    enqueueMail(tx, "refundedPart", order, { refunds: refunds.map((refund) => refund.id) });
    enqueueOrderEvent(tx, "order.refunded", id);
    return orderById(id);
  }, "availability");
}

/** The same, or without tickets the entire order. */
export const refundOrTickets = (
  actor: Actor,
  id: string,
  { tickets, reason }: { tickets?: number[] | undefined; reason: string },
): Order =>
  tickets
    ? refundTickets(actor, id, { tickets, reason })
    : updateOrderStatus(actor, id, "refunded", { refundReason: reason }).order;

/** What the question before it says. Throws as `refundTickets`. */
export function previewTicketRefund(actor: Actor, id: string, numbers: number[], version?: number) {
  authorize(actor, "orders.refund");
  const order = orderById(id);
  assertNotStale("order", order, version);
  const tickets = refundableTickets(order, numbers);
  const amount = ticketShare(order, tickets);
  assertCosts(amount);
  const online = refundParts(order.seq, amount)
    .filter(({ payment }) => isProvider(payment.provider))
    .reduce((sum, { part }) => sum + part, 0);
  return { tickets: tickets.map(nameOfTicket), amount, byHand: amount - online };
}

/** What these tickets give back, in paise, of those that are left. */
export function ticketShare(order: Order, tickets: Ticket[], reader: Reader = db) {
  const before = priceOfTickets(order, refundedTickets(order.seq, reader));
  const after = before + priceOfTickets(order, tickets);
  return shareOfTotal(order, after) - shareOfTotal(order, before);
}

/** Of a paid order, while more than these are left. */
export const ticketsToRefund = (order: Order): Ticket[] =>
  order.status === "paid" && order.ticketCount > 1
    ? activeTicketsOfOrder(order.seq).filter(({ usedAt }) => usedAt === null)
    : [];

const areRefunded = ({ seq }: Order, numbers: number[]) => {
  const refunded = refundedTickets(seq).map(({ number }) => number);
  return numbers.every((number) => refunded.includes(number));
};

function refundableTickets(order: Order, numbers: number[]): Ticket[] {
  if (order.status !== "paid")
    throw conflict(`Only tickets of a paid order are refunded; it is ${order.status}`);
  const active = activeTicketsOfOrder(order.seq);
  const chosen = [...new Set(numbers)].map((number) => {
    const ticket = active.find((candidate) => candidate.number === number);
    if (!ticket) throw noSuchTicket(order, number);
    if (ticket.usedAt !== null) throw conflict(`Ticket ${number} has been used`);
    return ticket;
  });
  if (chosen.length === order.ticketCount)
    throw conflict("These are all tickets that are left: refund the order instead");
  return chosen.sort((a, b) => a.number - b.number);
}

function noSuchTicket({ seq }: Order, number: number) {
  const isKnown = allTicketsOfOrder(seq).some((ticket) => ticket.number === number);
  return isKnown
    ? conflict(`Ticket ${number} is refunded already`)
    : new DomainError(
        "invalid",
        `There is no ticket ${number}`,
        at(`There is no ticket ${number}`),
      );
}

function giveBack(
  tx: Tx,
  by: Staff,
  order: Order,
  { amount, reason }: { amount: number; reason: string },
) {
  assertCosts(amount);
  assertMayRefund(tx, by, order, amount);
  const options = { by, reason, forTickets: true, isGiven: true };
  const refunds = refundOrder(tx, order, amount, options);
  if (refunds.reduce((sum, refund) => sum + refund.amount, 0) < amount)
    throw conflict("Less than that was paid for this order, or staff must decide about it first");
  return refunds;
}

function assertCosts(amount: number) {
  if (amount === 0) throw conflict("These tickets cost nothing, so there is nothing to refund");
}

const at = (message: string) => [{ path: "tickets", message }];

const conflict = (message: string) => new DomainError("conflict", message, at(message));
