import { dayInShort, dayInWords } from "~/lib/dates";
import { rupees } from "~/lib/money";
import { PAYMENT_LABEL, SLOT_HOURS, ticketText, type Price } from "./order.rules";
import type { Order } from "./orders.server";
import { heldAtMostUntil } from "./visit-rules.server";
import { moment } from "~/lib/time-zone.server";
import { whenOf } from "~/lib/http/timestamp.server";

/**
 * Orders as screens show them, with dates, times and amounts in words. A screen gets only what it shows of the
 * person, because all of it goes to the browser.
 */

/** The short form for the dashboard's newest orders. */
export const orderInShort = (order: Order) => ({
  id: order.id,
  status: order.status,
  customer: order.contactName,
  total: rupees(order.totalPaise),
  placed: whenOf(order.createdAt),
});

/** A row of a list of orders. */
export const orderRow = (order: Order) => ({
  ...orderInShort(order),
  owed: order.owed,
  email: order.contactEmail,
  tickets: ticketText(order.lines),
  payment: PAYMENT_LABEL[order.paymentMethod],
  visitDate: dayInShort(order.visitDate),
  slot: SLOT_HOURS[order.visitSlot].label,
});

/** A row among all that is stored about a person. */
export const orderOfPerson = (order: Order) => {
  const { id, status, customer, visitDate, slot, total } = orderRow(order);
  return { id, status, customer, phone: order.contactPhone, visitDate, slot, total };
};

/** All of it, for a page of the order's own. */
export function orderView(order: Order) {
  return {
    ...orderRow(order),
    statusReason: order.statusReason,
    phone: order.contactPhone,
    paymentMethod: order.paymentMethod,
    visitDay: dayInWords(order.visitDate),
    hours: SLOT_HOURS[order.visitSlot].hours,
    heldUntil: moment(heldAtMostUntil(order)),
    promoCode: order.promoCode,
    price: {
      lines: order.lines,
      ticketCount: order.ticketCount,
      subtotalPaise: order.subtotalPaise,
      discountPaise: order.discountPaise,
      totalPaise: order.totalPaise,
    } satisfies Price,
  };
}
