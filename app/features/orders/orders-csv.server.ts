import { toRupees } from "~/lib/money";
import { PAYMENT_LABEL, SLOT_HOURS } from "./order.rules";
import type { OrderRow } from "./orders.server";
import { wallTime, zooDay } from "~/lib/time-zone.server";
import { CSV_START, csvLine, type CsvCell } from "~/lib/csv";

const HEADS = [
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
  "To give back",
];

/** Orders as a spreadsheet, sent while they are still being read. */
export function ordersCsv(batches: AsyncGenerator<OrderRow[]>) {
  const lines = linesOf(batches);
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
      "Content-Disposition": `attachment; filename="zoo-orders-${zooDay()}.csv"`,
      "X-Content-Type-Options": "nosniff",
    },
  });
}

async function* linesOf(batches: AsyncGenerator<OrderRow[]>) {
  yield CSV_START + csvLine(HEADS);
  for await (const orders of batches) yield orders.map((order) => csvLine(cellsOf(order))).join("");
}

const cellsOf = (order: OrderRow): CsvCell[] => [
  order.id,
  order.status,
  wallTime(order.createdAt),
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
  order.owed ? toRupees(order.totalPaise) : 0,
];
