import type { Order } from "~/features/orders/order.types";
import { activeTicketsOfOrder } from "./tickets.server";
import { ticketsPdf } from "./pdf/tickets-pdf.server";

/** The PDF of a paid order's tickets, rendered when its bytes are asked for; none while it is not paid. */
export function ticketsFile(order: Order, origin: string) {
  if (order.status !== "paid") return undefined;
  return {
    name: `zoo-verse-tickets-${order.id}.pdf`,
    type: "application/pdf",
    bytes: () => ticketsPdf(order, activeTicketsOfOrder(order.seq), origin),
  };
}
