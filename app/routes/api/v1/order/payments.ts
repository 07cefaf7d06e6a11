import { findOrder } from "~/features/orders/find-order.server";
import { api } from "~/api/api.server";
import { serializeMoney } from "~/api/serializers.server";

export const { loader, action } = api({
  "GET /order/{id}/payments": ({ actor, params }) =>
    serializeMoney(findOrder(actor, params.id.toUpperCase())),
});
