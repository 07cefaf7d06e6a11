import type { Admin } from "~/features/admins/admin.types";
import { ANIMAL_FIELDS } from "~/features/animals/animal.rules";
import { pick } from "~/lib/pick";
import type { Animal } from "~/features/animals/animals.server";
import { iso, isoOrNull } from "~/lib/dates";
import type { Page } from "~/lib/pagination.schema";
import type { Message } from "~/features/messages/messages.server";
import { toRupees } from "~/lib/money";
import type { Order } from "~/features/orders/order.types";
import { withRefunded, type ListedPayment } from "~/features/takings/list-payments.server";
import type { Days } from "~/features/takings/takings.rules";
import { locksOf, namesOf, type takingsOf } from "~/features/takings/takings.server";
import type { GateTicket } from "~/features/tickets/find-ticket.server";
import type { SessionRow } from "~/features/payments/apply-event.server";
import { goPath } from "~/features/payments/checkout.server";
import { paymentsOfOrder, refundsOfOrder } from "~/features/payments/ledger.server";
import { refundedTickets, remainingLines, type Ticket } from "~/features/tickets/tickets.server";
import type { Visit } from "~/features/slots/slot";
import { shownPrices } from "~/features/tariff/tariff";
import { formatTickets, publicTariff } from "~/features/tariff/tariff.server";
import {
  gateTicketFields,
  paymentFields,
  saleFields,
  sumFields,
  ticketFields,
  times,
  visitFields,
} from "./impersonal-fields";

export const serializeAdmin = (admin: Admin) => ({
  _id: admin.id,
  ...pick(admin, ["name", "email", "role", "active"]),
  ...times(admin),
});

export const serializeAnimal = (animal: Animal) => ({
  _id: animal.id,
  ...pick(animal, ANIMAL_FIELDS),
  ...times(animal),
});

export const serializeOrder = (order: Order) => ({
  ...visitFields(order),
  contact: { name: order.contactName, email: order.contactEmail, phone: order.contactPhone },
  ...saleFields(order),
});

/** The page of the site that leads to the provider's. */
export const serializeCheckout = (session: SessionRow, origin: string) => ({
  url: origin + goPath(session),
  expiresAt: iso(session.expiresAt),
  amount: toRupees(session.amount),
  currency: session.currency,
});

/** The payments and refunds of an order. */
export function serializeMoney({ seq }: Order) {
  const refunded = refundedTickets(seq);
  return {
    payments: withRefunded(paymentsOfOrder(seq)).map(serializePayment),
    refunds: refundsOfOrder(seq).map((refund) => ({
      ...pick(refund, ["reference", "creditNoteNumber", "state", "method"]),
      amount: toRupees(refund.amount),
      tickets: refunded.filter((t) => t.refundId === refund.id).map(({ number }) => number),
      ...pick(refund, ["reason", "bankReference", "day"]),
      requestedAt: iso(refund.requestedAt),
      endedAt: isoOrNull(refund.endedAt),
    })),
  };
}

/** What visitors can buy for a visit. */
export function serializePrices(visit: Visit) {
  const prices = shownPrices(publicTariff(), visit);
  return publicTariff().types.map(({ id, label, note, ...type }, index) => ({
    ticketType: id,
    label,
    note,
    price: toRupees(prices[index]?.pricePaise ?? type.pricePaise),
    priceRule: prices[index]?.ruleName || null,
    ...pick(type, ["takesPlace", "needsAdult", "mostPerOrder"]),
  }));
}

export const serializeOrderLine = (order: Order) => ({
  orderId: order.id,
  status: order.status,
  customer: order.contactName,
  email: order.contactEmail,
  tickets: formatTickets(remainingLines(order)),
  total: toRupees(order.totalPaise),
  paymentMethod: order.paymentMethod,
  placedTime: iso(order.createdAt),
});

export const serializeMessage = ({ id, createdAt, mayBeSpam: _, ...message }: Message) => ({
  _id: id,
  ...message,
  createdAt: iso(createdAt),
});

export function serializePayment(payment: ListedPayment) {
  const { day, paidAt, ...fields } = paymentFields(payment, payment.refunded);
  const { recordedBy } = payment;
  return {
    ...fields,
    recordedBy: recordedBy === null ? null : (namesOf([recordedBy]).get(recordedBy) ?? null),
    day,
    paidAt,
  };
}

export function serializeTakings(
  days: Days,
  { total, byDay, byWay, byStaff }: Awaited<ReturnType<typeof takingsOf>>,
) {
  const locked = new Set(locksOf(days).map(({ day }) => day));
  const names = namesOf(byStaff.map(({ who }) => who));
  return {
    ...days,
    total: sumFields(total),
    days: byDay.map(({ day, lines: _, ...sums }) => ({
      day,
      ...sumFields(sums),
      locked: locked.has(day),
    })),
    ways: byWay.map(({ source, method, ...sums }) => ({ source, method, ...sumFields(sums) })),
    staff: byStaff.map(({ who, ...sums }) => ({
      name: names.get(who) ?? "",
      ...sumFields(sums),
    })),
  };
}

export const serializeTicket = (ticket: Ticket) => ({
  code: ticket.code,
  ...ticketFields(ticket),
});

export const serializeGateTicket = (ticket: GateTicket) => ({
  ...gateTicketFields(ticket),
  ...(ticket.people && { people: ticket.people }),
});

export const serializeCheckIn = ({ admitted, ...ticket }: GateTicket & { admitted: number }) => ({
  ticket: serializeGateTicket(ticket),
  ...(ticket.people && { people: { admitted, ...ticket.people } }),
});

export const serializePage = <Item, Out>(
  { items, pagination }: Page<Item>,
  out: (item: Item) => Out,
) => ({ items: items.map(out), pagination });
