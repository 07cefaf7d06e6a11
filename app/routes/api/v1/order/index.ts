import { listOrders } from "~/features/orders/list/order-list.server";
import { createOrder } from "~/features/orders/create-order.server";
import { api, WithHeaders } from "~/api/api.server";
import { serializeOrder, serializePage } from "~/api/serializers.server";
import { idempotencyKey } from "~/lib/http/idempotency.server";
import { bookerOf, keyOwner } from "~/lib/http/client-network.server";
import { limitOrders } from "~/lib/http/rate-limit.server";
import { visitorOrderPath, siteOrigin } from "~/lib/http/urls.server";

export const { loader, action } = api({
  "GET /order": ({ actor, query }) => serializePage(listOrders(actor, query), serializeOrder),
  "POST /order": async ({ request, context, actor, body }) => {
    const key = idempotencyKey(request, keyOwner(context, actor));
    const place = () => createOrder(body, key, bookerOf(context, actor, "api"));
    const limited = { actor, key, booking: body };
    const { order, replayed } = await limitOrders(request, context, limited, place);
    const links = { order: siteOrigin(request) + visitorOrderPath(order) };
    return new WithHeaders(
      { order: { ...serializeOrder(order), links } },
      replayed ? [["Idempotent-Replayed", "true"]] : [],
    );
  },
});
