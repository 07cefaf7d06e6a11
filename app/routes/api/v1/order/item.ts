import { deleteOrder } from "~/features/orders/delete-order.server";
import { editOrder } from "~/features/orders/edit-order.server";
import { findOrder, type Order } from "~/features/orders/orders.server";
import { ticketsOf } from "~/features/tickets/tickets.server";
import { api } from "~/api/api.server";
import { withQrCodes } from "~/api/order-with-qr-codes.server";
import { ticketOut } from "~/api/serializers";

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
