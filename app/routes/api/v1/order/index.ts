import { listOrders } from "~/domain/order/order-list.server";
import { placeOrder } from "~/domain/order/place-order.server";
import { api, WithHeaders } from "~/http/api/api.server";
import { orderOut, pageOut } from "~/http/api/wire";
import { idempotencyKey } from "~/http/idempotency.server";
import { limitOrders } from "~/http/limits.server";
import { ownOrderPath, siteOrigin } from "~/http/site.server";

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
