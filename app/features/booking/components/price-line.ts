import { formatRupees } from "~/lib/money";
import { PRICE_PAISE } from "~/features/orders/pricing";
import { TICKET_TYPES } from "~/features/orders/ticket-types";

/** `adult ₹20, child ₹10, senior ₹15` */
export const PRICE_LINE = TICKET_TYPES.map(
  (type) => `${type} ${formatRupees(PRICE_PAISE[type])}`,
).join(", ");
