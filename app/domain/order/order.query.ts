import { z } from "zod";
import { isDay } from "../clock";
import { choices, listQuery } from "../listing";
import { ORDER_STATUSES, PAYMENT_METHODS } from "./order.rules";

const day = (name: string) =>
  z
    .string()
    .refine((text) => text === "" || isDay(text), `${name} must be YYYY-MM-DD`)
    .optional();

/** `from` and `to` are instants or days in UTC; a day as `to` counts whole. */
const instant = (name: string, endOfDay = false) =>
  z
    .string()
    .optional()
    .transform((text, context) => {
      if (!text) return undefined;
      const at = Date.parse(text);
      if (!Number.isNaN(at)) return endOfDay && isDay(text) ? at + 86_400_000 : at;
      context.addIssue({ code: "custom", message: `${name} must be a date` });
      return z.NEVER;
    });

/** What GET /order and the orders screen take (contract 4). */
export const ListOrders = listQuery(["createdAt", "visitDate", "totalAmount", "status"]).extend({
  status: choices("status", ORDER_STATUSES),
  paymentMethod: choices("paymentMethod", PAYMENT_METHODS),
  email: z.string().trim().max(254).optional(),
  visitDate: day("visitDate"),
  from: instant("from"),
  to: instant("to", true),
});

export type OrderQuery = z.output<typeof ListOrders>;
