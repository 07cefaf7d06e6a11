import { DomainError } from "~/domain/errors";
import type { Order } from "~/domain/order/orders.server";
import { ticketsOf } from "~/domain/ticket/tickets.server";
import { ticketsPdf } from "./pdf/tickets-pdf.server";

/** The PDF of a paid order's tickets, drawn when its bytes are asked for. Throws `conflict` unless it is paid. */
export function ticketsFile(order: Order, origin: string) {
  if (order.status !== "paid") {
    throw new DomainError("conflict", "Tickets are issued after payment");
  }
  return {
    name: `zoo-verse-tickets-${order.id}.pdf`,
    type: "application/pdf",
    bytes: () => ticketsPdf(order, ticketsOf(order.seq), origin),
  };
}
