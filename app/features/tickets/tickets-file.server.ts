import type { Order } from "~/features/orders/orders.server";
import { ticketsOf } from "./tickets.server";
import { ticketsPdf } from "./pdf/tickets-pdf.server";

/** The PDF of a paid order's tickets, drawn when its bytes are asked for; none while it is not paid. */
export function ticketsFile(order: Order, origin: string) {
  if (order.status !== "paid") return undefined;
  return {
    name: `zoo-verse-tickets-${order.id}.pdf`,
    type: "application/pdf",
    bytes: () => ticketsPdf(order, ticketsOf(order.seq), origin),
  };
}
