import { api } from "~/api/api.server";
import { serializePrices } from "~/api/serializers.server";

export const { loader, action } = api({
  "GET /order/prices": ({ query: { date = "", slot = "" } }) =>
    serializePrices({ visitDate: date, visitSlot: slot }),
});
