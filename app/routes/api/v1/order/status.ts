import { changeOrderStatus } from "~/domain/order/change-status.server";
import { api } from "~/http/api/api.server";
import { withQrCodes } from "~/http/api/order-with-codes.server";

export const { loader, action } = api({
  "PATCH /order/{id}/status": ({ request, actor, params, body }) =>
    withQrCodes(request, changeOrderStatus(actor, params.id, body.status)),
});
