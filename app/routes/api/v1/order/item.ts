import { findOrder } from "~/domain/order/orders.server";
import { ticketsOf } from "~/domain/ticket/tickets.server";
import { api } from "~/http/api.server";
import { orderOut, ticketOut } from "~/http/wire";

export const { loader, action } = api({
  "GET /order/{id}": ({ actor, params }) => {
    const order = findOrder(actor, params.id);
    return { order: { ...orderOut(order), tickets: ticketsOf(order.seq).map(ticketOut) } };
  },
});
