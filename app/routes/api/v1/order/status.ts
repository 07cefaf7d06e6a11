import { changeOrderStatus } from "~/features/orders/change-status.server";
import { api } from "~/api/api.server";
import { withQrCodes } from "~/api/order-with-qr-codes.server";

export const { loader, action } = api({
  "PATCH /order/{id}/status": ({ request, actor, params, body }) =>
    withQrCodes(request, changeOrderStatus(actor, params.id, body.status)),
});
