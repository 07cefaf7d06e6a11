import { updateOrderStatus } from "~/features/orders/edit-order.server";
import { api } from "~/api/api.server";
import { withQrCodes } from "~/api/order-with-qr-codes.server";

export const { loader, action } = api({
  "PATCH /order/{id}/status": ({ request, actor, params, body }) =>
    withQrCodes(request, updateOrderStatus(actor, params.id.toUpperCase(), body.status).order),
});
