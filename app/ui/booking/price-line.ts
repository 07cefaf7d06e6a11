import { rupees } from "~/domain/money";
import { PRICE_PAISE, TICKET_TYPES } from "~/domain/order/order.rules";

/** `adult ₹20, child ₹10, senior ₹15` */
export const PRICE_LINE = TICKET_TYPES.map((type) => `${type} ${rupees(PRICE_PAISE[type])}`).join(
  ", ",
);
