import { CHANNEL_LABEL } from "~/features/counter/channel";
import { isAnonymized } from "~/features/privacy/anonymize.server";
import { formatShortDate, formatLongDate } from "~/lib/dates";
import { formatRupees } from "~/lib/money";
import { PAYMENT_LABEL } from "./payment-methods";
import type { Order } from "./order.types";
import { canConfirm, latestExpiry } from "./visit-rules.server";
import { groupOrderOf } from "~/features/groups/group-orders.server";
import { formatFreeAdults } from "~/features/groups/groups.rules";
import { ticketRefundsPaise } from "~/features/payments/ledger.server";
import { refundPaise } from "~/features/tickets/people-inside.server";
import { remainingLines } from "~/features/tickets/tickets.server";
import { formatDateTime } from "~/lib/time-zone.server";
import { toTimestamp } from "~/lib/http/timestamp.server";
import { formatTickets } from "~/features/tariff/tariff.server";
import { slotLabel, slotText } from "~/features/slots/slots.server";
import { ticketLabel } from "~/features/tariff/tariff.server";
import { findPromo } from "~/features/tariff/promo-codes.server";
import { formatPromo } from "~/features/tariff/tariff";

/** Each view has only the personal data that its screen displays, because all of it is sent to the browser. */

export const orderSummary = (order: Order) => ({
  id: order.id,
  status: order.status,
  customer: order.contactName,
  total: formatRupees(order.totalPaise),
  placed: toTimestamp(order.createdAt),
});

export const orderRow = (order: Order) => ({
  ...orderSummary(order),
  refundDue: order.refundDue,
  channel: CHANNEL_LABEL[order.channel],
  isErased: isAnonymized(order),
  email: order.contactEmail,
  tickets: formatTickets(remainingLines(order)),
  payment: PAYMENT_LABEL[order.paymentMethod],
  visitDate: formatShortDate(order.visitDate),
  slot: slotLabel(order.visitSlot),
});

/** The order whose deletion is to be confirmed. */
export const orderToDelete = (order: Order) => ({ ...orderRow(order), refund: refundText(order) });

const refundText = (order: Order) => formatRupees(refundPaise(order));

export const personOrder = (order: Order) => {
  const { id, status, customer, visitDate, slot, total } = orderRow(order);
  return { id, status, customer, phone: order.contactPhone, visitDate, slot, total };
};

/** The promo code, or the adults of a group who come free. */
function discountName({ seq, promoCode }: Order) {
  const free = promoCode ? 0 : (groupOrderOf(seq)?.freeAdults ?? 0);
  if (free > 0) return formatFreeAdults(free);
  return formatPromo(findPromo(promoCode) ?? { code: promoCode });
}

export function orderView(order: Order) {
  return {
    ...orderRow(order),
    refund: refundText(order),
    statusReason: order.statusReason,
    phone: order.contactPhone,
    paymentMethod: order.paymentMethod,
    visitDay: formatLongDate(order.visitDate),
    hours: slotText(order.visitDate, order.visitSlot).hours,
    expiresAt: formatDateTime(latestExpiry(order)),
    needsConfirming: canConfirm(order),
    promoCode: order.promoCode,
    price: {
      lines: order.lines,
      types: order.lines.map(({ ticketType: id }) => ({ id, label: ticketLabel(id) })),
      discount: discountName(order),
      ticketCount: order.ticketCount,
      subtotalPaise: order.subtotalPaise,
      discountPaise: order.discountPaise,
      totalPaise: order.totalPaise,
      refundedPaise: ticketRefundsPaise(order.seq),
    },
  };
}
