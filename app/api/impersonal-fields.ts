import type { payments } from "db/schema";
import type { Order } from "~/features/orders/order.types";
import type { GateTicket } from "~/features/tickets/find-ticket.server";
import { netOf, type Sums } from "~/features/takings/takings.rules";
import type { Ticket } from "~/features/tickets/tickets.server";
import { iso, isoOrNull } from "~/lib/dates";
import { toRupees } from "~/lib/money";
import { pick } from "~/lib/pick";

/** What the API and webhooks say about orders, tickets and payments: no name, no address, no secret. */

export const times = (row: { createdAt: number; updatedAt: number }) => ({
  createdAt: iso(row.createdAt),
  updatedAt: iso(row.updatedAt),
});

export const visitFields = (order: Order) => ({
  _id: order.id,
  ...pick(order, ["visitDate", "visitSlot"]),
});

export const saleFields = (order: Order) => ({
  items: order.lines.map(({ ticketType, quantity, unitPricePaise, ruleName }) => ({
    ticketType,
    quantity,
    unitPrice: toRupees(unitPricePaise),
    subtotal: toRupees(quantity * unitPricePaise),
    ...(ruleName && { priceRule: ruleName }),
  })),
  subtotal: toRupees(order.subtotalPaise),
  discount: toRupees(order.discountPaise),
  promoCode: order.promoCode || null,
  totalAmount: toRupees(order.totalPaise),
  ...pick(order, ["currency", "paymentMethod", "status"]),
  ...times(order),
});

export const ticketFields = (ticket: Ticket) => ({
  ...pick(ticket, ["number", "ticketType"]),
  usedAt: isoOrNull(ticket.usedAt),
});

type TicketAtGate = Pick<
  GateTicket,
  "status" | "ticketType" | "orderId" | "visitDate" | "visitSlot" | "usedAt"
>;

export const gateTicketFields = (ticket: TicketAtGate) => ({
  valid: ticket.status === "valid",
  ...pick(ticket, ["status", "ticketType", "orderId", "visitDate", "visitSlot"]),
  usedAt: isoOrNull(ticket.usedAt),
});

type Payment = typeof payments.$inferSelect;

/** `refundedPaise`: what of it has gone back. */
export const paymentFields = (payment: Payment, refundedPaise: number) => ({
  _id: String(payment.id),
  ...pick(payment, ["receiptNumber", "provider", "providerPaymentId"]),
  orderId: payment.orderId || null,
  amount: toRupees(payment.amount),
  refunded: toRupees(refundedPaise),
  ...pick(payment, ["currency", "method", "review"]),
  day: payment.day,
  paidAt: iso(payment.paidAt),
});

export const sumFields = (sums: Sums) => ({
  came: toRupees(sums.came),
  went: toRupees(sums.went),
  returned: toRupees(sums.returned),
  net: toRupees(netOf(sums)),
});
