import { ListOrders } from "~/features/orders/order-list.schema";
import { listOrders } from "~/features/orders/order-list.server";
import { api } from "~/api/api.server";
import { orderLineOut } from "~/api/serializers";

/** As many as the contract allows, newest first. */
const NEWEST = ListOrders.parse({ limit: "500" });

export const { loader, action } = api({
  "GET /order/table": ({ actor }) => listOrders(actor, NEWEST).items.map(orderLineOut),
});
