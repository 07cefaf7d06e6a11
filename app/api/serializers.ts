import type { Admin } from "~/features/admins/admin.types";
import type { Animal } from "~/features/animals/animals.server";
import { iso, isoOrNull } from "~/lib/dates";
import type { Page } from "~/lib/pagination.schema";
import type { Message } from "~/features/messages/messages.server";
import { toRupees } from "~/lib/money";
import { ticketText } from "~/features/orders/order.rules";
import type { Order } from "~/features/orders/orders.server";
import type { GateTicket } from "~/features/tickets/check-in.server";
import type { Ticket } from "~/features/tickets/tickets.server";

/** Rows as JSON: `_id`, rupees, ISO times (contract 2, 4 and 5). */

const times = (row: { createdAt: number; updatedAt: number }) => ({
  createdAt: iso(row.createdAt),
  updatedAt: iso(row.updatedAt),
});

export const adminOut = ({ id, name, email, role, active, ...row }: Admin) => ({
  _id: id,
  name,
  email,
  role,
  active,
  ...times(row),
});

export const animalOut = (animal: Animal) => ({
  _id: animal.id,
  name: animal.name,
  title: animal.title,
  category: animal.category,
  description: animal.description,
  imageUrl: animal.imageUrl,
  ...times(animal),
});

export const orderOut = (order: Order) => ({
  _id: order.id,
  visitDate: order.visitDate,
  visitSlot: order.visitSlot,
  contact: { name: order.contactName, email: order.contactEmail, phone: order.contactPhone },
  items: order.lines.map(({ ticketType, quantity, unitPricePaise }) => ({
    ticketType,
    quantity,
    unitPrice: toRupees(unitPricePaise),
    subtotal: toRupees(quantity * unitPricePaise),
  })),
  subtotal: toRupees(order.subtotalPaise),
  discount: toRupees(order.discountPaise),
  promoCode: order.promoCode || null,
  totalAmount: toRupees(order.totalPaise),
  currency: order.currency,
  paymentMethod: order.paymentMethod,
  status: order.status,
  ...times(order),
});

/** One line of GET /order/table. */
export const orderLineOut = (order: Order) => ({
  orderId: order.id,
  status: order.status,
  customer: order.contactName,
  email: order.contactEmail,
  tickets: ticketText(order.lines),
  total: toRupees(order.totalPaise),
  paymentMethod: order.paymentMethod,
  placedTime: iso(order.createdAt),
});

export const messageOut = ({ id, createdAt, ...message }: Message) => ({
  _id: id,
  ...message,
  createdAt: iso(createdAt),
});

export const ticketOut = (ticket: Ticket) => ({
  code: ticket.code,
  number: ticket.number,
  ticketType: ticket.ticketType,
  usedAt: isoOrNull(ticket.usedAt),
});

export const gateTicketOut = (ticket: GateTicket) => ({
  valid: ticket.status === "valid",
  status: ticket.status,
  ticketType: ticket.ticketType,
  orderId: ticket.orderId,
  visitDate: ticket.visitDate,
  visitSlot: ticket.visitSlot,
  usedAt: isoOrNull(ticket.usedAt),
});

export const pageOut = <Item, Out>(
  { items, pagination }: Page<Item>,
  out: (item: Item) => Out,
) => ({
  items: items.map(out),
  pagination,
});
