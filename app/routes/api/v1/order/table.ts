import { ListOrders } from "~/domain/order/order-list.schema";
import { listOrders } from "~/domain/order/order-list.server";
import { api } from "~/http/api/api.server";
import { orderLineOut } from "~/http/api/wire";

/** As many as the contract allows, newest first. */
const NEWEST = ListOrders.parse({ limit: "500" });

export const { loader, action } = api({
  "GET /order/table": ({ actor }) => listOrders(actor, NEWEST).items.map(orderLineOut),
});
