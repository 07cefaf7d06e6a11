import { availability } from "~/domain/order/booking-slots.server";
import { api } from "~/http/api/api.server";

export const { loader, action } = api({
  "GET /order/availability": ({ query }) => availability(query),
});
