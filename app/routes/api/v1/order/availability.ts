import { availability } from "~/features/booking/bookable-slots.server";
import { api } from "~/api/api.server";

export const { loader, action } = api({
  "GET /order/availability": ({ query }) => availability(query),
});
