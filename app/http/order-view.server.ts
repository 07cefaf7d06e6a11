import { ago, inShort, inWords } from "~/domain/clock";
import { rupees } from "~/domain/money";
import { PAYMENT_LABEL, SLOT_HOURS, ticketText, type Price } from "~/domain/order/order.rules";
import type { Order } from "~/domain/order/orders.server";
import { moment } from "~/domain/zoo-time.server";

/** An order as screens show it: every date, time and amount already in words. */
export function orderView(order: Order) {
  const { label, hours } = SLOT_HOURS[order.visitSlot];
  return {
    id: order.id,
    status: order.status,
    statusReason: order.statusReason,
    customer: order.contactName,
    email: order.contactEmail,
    phone: order.contactPhone,
    tickets: ticketText(order.lines),
    total: rupees(order.totalPaise),
    paymentMethod: order.paymentMethod,
    payment: PAYMENT_LABEL[order.paymentMethod],
    visitDate: inShort(order.visitDate),
    visitDay: inWords(order.visitDate),
    slot: label,
    hours,
    heldUntil: moment(order.heldUntil),
    placed: ago(order.createdAt, Date.now()),
    placedAt: new Date(order.createdAt).toISOString(),
    placedFull: moment(order.createdAt),
    promoCode: order.promoCode,
    price: {
      lines: order.lines,
      tickets: order.ticketCount,
      subtotalPaise: order.subtotalPaise,
      discountPaise: order.discountPaise,
      totalPaise: order.totalPaise,
    } satisfies Price,
  };
}
