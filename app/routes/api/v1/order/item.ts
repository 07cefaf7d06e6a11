import { deleteOrder } from "~/features/orders/delete-order.server";
import { editOrder } from "~/features/orders/edit-order.server";
import { findOrder } from "~/features/orders/find-order.server";
import type { Order } from "~/features/orders/order.types";
import { activeTicketsOfOrder } from "~/features/tickets/tickets.server";
import { api } from "~/api/api.server";
import { besideOrder, withQrCodes } from "~/api/order-with-qr-codes.server";
import { serializeTicket } from "~/api/serializers.server";

export const { loader, action } = api({
  "GET /order/{id}": ({ request, actor, params }) =>
    withTickets(request, findOrder(actor, params.id.toUpperCase())).then(besideOrder),
  "PATCH /order/{id}": ({ request, actor, params, body }) =>
    withQrCodes(request, editOrder(actor, params.id.toUpperCase(), body)).then(besideOrder),
  "DELETE /order/{id}": ({ actor, params }) => {
    deleteOrder(actor, params.id.toUpperCase());
    return { _id: params.id.toUpperCase() };
  },
});

async function withTickets(request: Request, order: Order) {
  const { order: serialized, qrCodes } = await withQrCodes(request, order);
  return {
    order: { ...serialized, tickets: activeTicketsOfOrder(order.seq).map(serializeTicket) },
    qrCodes,
  };
}
