import { DomainError } from "~/domain/errors";
import type { Order } from "~/domain/order/orders.server";
import { ticketsOf } from "~/domain/ticket/tickets.server";

/** The PDF of a paid order's tickets, drawn when its bytes are asked for. Throws `conflict` unless it is paid. */
export function ticketsFile(order: Order, origin: string) {
  if (order.status !== "paid") {
    throw new DomainError("conflict", "Tickets are issued after payment");
  }
  return {
    name: `zoo-verse-tickets-${order.id}.pdf`,
    type: "application/pdf",
    bytes: async () => {
      // Only who draws one waits for what draws it, and not every start of the site.
      const { ticketsPdf } = await import("./pdf/tickets-pdf.server");
      return ticketsPdf(order, ticketsOf(order.seq), origin);
    },
  };
}
