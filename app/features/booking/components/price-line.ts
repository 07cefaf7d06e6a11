import { rupees } from "~/lib/money";
import { PRICE_PAISE, TICKET_TYPES } from "~/features/orders/order.rules";

/** `adult ₹20, child ₹10, senior ₹15` */
export const PRICE_LINE = TICKET_TYPES.map((type) => `${type} ${rupees(PRICE_PAISE[type])}`).join(
  ", ",
);
