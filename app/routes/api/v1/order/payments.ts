import { findOrder } from "~/features/orders/find-order.server";
import { orderToPay, startRemoteCheckout } from "~/features/payments/payment-link.server";
import { api } from "~/api/api.server";
import { serializeCheckout, serializeMoney } from "~/api/serializers.server";
import { limit } from "~/lib/http/rate-limit.server";
import { siteOrigin } from "~/lib/http/urls.server";

export const { loader, action } = api({
  "GET /order/{id}/payments": ({ actor, params }) =>
    serializeMoney(findOrder(actor, params.id.toUpperCase())),
  "POST /order/{id}/payments": async ({ request, context, actor, params, body }) => {
    const order = orderToPay(actor, params.id.toUpperCase(), body.key);
    if (!actor) await limit("moves", request, context);
    const origin = siteOrigin(request);
    return serializeCheckout(await startRemoteCheckout(order, origin), origin);
  },
});
