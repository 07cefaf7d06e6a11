import { refundOrTickets } from "~/features/orders/refund-tickets.server";
import { api } from "~/api/api.server";
import { serializeMoney } from "~/api/serializers.server";

export const { loader, action } = api({
  "POST /order/{id}/refunds": ({ actor, params, body }) =>
    serializeMoney(refundOrTickets(actor, params.id.toUpperCase(), body)),
});
