import { api } from "~/api/api.server";
import { serializePage, serializePayment } from "~/api/serializers.server";
import { listPayments } from "~/features/takings/list-payments.server";

export const { loader, action } = api({
  "GET /payment": ({ actor, query }) => serializePage(listPayments(actor, query), serializePayment),
});
