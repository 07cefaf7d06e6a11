import { changeOrderStatus } from "~/domain/order/change-status.server";
import { api } from "~/http/api.server";
import { withQrCodes } from "~/http/qr.server";

export const { loader, action } = api({
  "PATCH /order/{id}/status": ({ request, actor, params, body }) =>
    withQrCodes(request, changeOrderStatus(actor, params.id, body.status)),
});
