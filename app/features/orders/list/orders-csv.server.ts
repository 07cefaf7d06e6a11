import { toRupees } from "~/lib/money";
import { refundPaise } from "~/features/tickets/people-inside.server";
import { refundedPaise } from "~/features/payments/ledger.server";
import { PAYMENT_LABEL } from "../payment-methods";
import type { Order } from "../order.types";
import { toLocalTime, toLocalDate } from "~/lib/time-zone.server";
import { CSV_START, csvLine, type CsvCell } from "~/lib/csv";
import { slotLabel } from "~/features/slots/slots.server";
import { allTicketTypes } from "~/features/tariff/tariff.server";
import { toStream } from "~/lib/http/to-stream.server";

const headers = () => [
  "Order ID",
  "Status",
  "Placed",
  "Customer",
  "Email",
  "Phone",
  "Visit date",
  "Slot",
  ...allTicketTypes().map(({ label }) => label),
  "Subtotal",
  "Discount",
  "Promo code",
  "Total",
  "Currency",
  "Payment",
  "Refund due",
  "Refunded",
  "Channel",
];

/** Orders as CSV, streamed while they are read. */
export function ordersCsv(batches: AsyncGenerator<Order[]>) {
  return new Response(toStream(toLines(batches)), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="zoo-orders-${toLocalDate()}.csv"`,
      "X-Content-Type-Options": "nosniff",
    },
  });
}

async function* toLines(batches: AsyncGenerator<Order[]>) {
  yield Buffer.from(CSV_START + csvLine(headers()));
  for await (const orders of batches)
    yield Buffer.from(orders.map((order) => csvLine(cellsOf(order))).join(""));
}

const cellsOf = (order: Order): CsvCell[] => [
  order.id,
  order.status,
  toLocalTime(order.createdAt),
  order.contactName,
  order.contactEmail,
  order.contactPhone,
  order.visitDate,
  slotLabel(order.visitSlot),
  ...allTicketTypes().map(
    ({ id }) => order.lines.find(({ ticketType }) => ticketType === id)?.quantity ?? 0,
  ),
  toRupees(order.subtotalPaise),
  toRupees(order.discountPaise),
  order.promoCode,
  toRupees(order.totalPaise),
  order.currency,
  PAYMENT_LABEL[order.paymentMethod],
  order.refundDue ? toRupees(refundPaise(order)) : 0,
  toRupees(refundedPaise(order.seq)),
  order.channel,
];
