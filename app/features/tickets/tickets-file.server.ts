import type { Order } from "~/features/orders/order.types";
import { activeTicketsOfOrder } from "./tickets.server";
import { ticketsPdf } from "./pdf/tickets-pdf.server";

/** The PDF of a paid order, rendered on demand; undefined for other orders. */
export function ticketsFile(order: Order, origin: string) {
  if (order.status !== "paid") return undefined;
  return {
    name: `zoo-verse-tickets-${order.id}.pdf`,
    type: "application/pdf",
    bytes: () => ticketsPdf(order, activeTicketsOfOrder(order.seq), origin),
  };
}
