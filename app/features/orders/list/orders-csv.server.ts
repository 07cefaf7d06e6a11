import { toRupees } from "~/lib/money";
import { PAYMENT_LABEL } from "../payment-methods";
import { SLOT_HOURS } from "../slots";
import type { OrderRow } from "../order.types";
import { toLocalTime, toLocalDate } from "~/lib/time-zone.server";
import { CSV_START, csvLine, type CsvCell } from "~/lib/csv";

const HEADERS = [
  "Order ID",
  "Status",
  "Placed",
  "Customer",
  "Email",
  "Phone",
  "Visit date",
  "Slot",
  "Adult",
  "Child",
  "Senior",
  "Subtotal",
  "Discount",
  "Promo code",
  "Total",
  "Currency",
  "Payment",
  "Refund due",
];

/** Orders as CSV, streamed while they are read. */
export function ordersCsv(batches: AsyncGenerator<OrderRow[]>) {
  const lines = toRows(batches);
  const bytes = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(bytes.encode(value));
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="zoo-orders-${toLocalDate()}.csv"`,
      "X-Content-Type-Options": "nosniff",
    },
  });
}

async function* toRows(batches: AsyncGenerator<OrderRow[]>) {
  yield CSV_START + csvLine(HEADERS);
  for await (const orders of batches) yield orders.map((order) => csvLine(cellsOf(order))).join("");
}

const cellsOf = (order: OrderRow): CsvCell[] => [
  order.id,
  order.status,
  toLocalTime(order.createdAt),
  order.contactName,
  order.contactEmail,
  order.contactPhone,
  order.visitDate,
  SLOT_HOURS[order.visitSlot].label,
  order.adultCount,
  order.childCount,
  order.seniorCount,
  toRupees(order.subtotalPaise),
  toRupees(order.discountPaise),
  order.promoCode,
  toRupees(order.totalPaise),
  order.currency,
  PAYMENT_LABEL[order.paymentMethod],
  order.refundDue ? toRupees(order.totalPaise) : 0,
];
