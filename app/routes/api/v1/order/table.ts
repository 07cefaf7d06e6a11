import { ListOrders } from "~/features/orders/list/order-list.schema";
import { listOrders } from "~/features/orders/list/order-list.server";
import { api } from "~/api/api.server";
import { serializeOrderLine } from "~/api/serializers.server";

const NEWEST = ListOrders.parse({ limit: "500" });

export const { loader, action } = api({
  "GET /order/table": ({ actor }) => listOrders(actor, NEWEST).items.map(serializeOrderLine),
});
