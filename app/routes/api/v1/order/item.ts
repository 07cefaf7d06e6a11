import { deleteOrder } from "~/domain/order/delete-order.server";
import { editOrder } from "~/domain/order/edit-order.server";
import { findOrder, type Order } from "~/domain/order/orders.server";
import { ticketsOf } from "~/domain/ticket/tickets.server";
import { api } from "~/http/api/api.server";
import { withQrCodes } from "~/http/api/order-with-codes.server";
import { ticketOut } from "~/http/api/wire";

export const { loader, action } = api({
  "GET /order/{id}": ({ request, actor, params }) =>
    withTickets(request, findOrder(actor, params.id)),
  "PATCH /order/{id}": ({ request, actor, params, body }) =>
    withQrCodes(request, editOrder(actor, params.id, body)),
  "DELETE /order/{id}": ({ actor, params }) => {
    deleteOrder(actor, params.id);
    return { _id: params.id };
  },
});

async function withTickets(request: Request, found: Order) {
  const { order, qrCodes } = await withQrCodes(request, found);
  return { order: { ...order, tickets: ticketsOf(found.seq).map(ticketOut) }, qrCodes };
}
