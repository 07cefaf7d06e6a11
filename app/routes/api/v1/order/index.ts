import { listOrders } from "~/features/orders/order-list.server";
import { placeOrder } from "~/features/orders/create-order.server";
import { api, WithHeaders } from "~/api/api.server";
import { orderOut, pageOut } from "~/api/serializers";
import { idempotencyKey } from "~/lib/http/idempotency.server";
import { limitOrders } from "~/lib/http/rate-limit.server";
import { ownOrderPath, siteOrigin } from "~/lib/http/urls.server";

export const { loader, action } = api({
  "GET /order": ({ actor, query }) => pageOut(listOrders(actor, query), orderOut),
  "POST /order": async ({ request, context, actor, body }) => {
    const key = idempotencyKey(request);
    const place = () => placeOrder(body, key);
    const { order, replayed } = await limitOrders(context, actor, key, place);
    const links = { order: siteOrigin(request) + ownOrderPath(order.id) };
    return new WithHeaders(
      { order: { ...orderOut(order), links } },
      replayed ? [["Idempotent-Replayed", "true"]] : [],
    );
  },
});
