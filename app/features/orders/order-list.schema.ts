import * as z from "zod";
import { isDay } from "~/lib/dates";
import { choices, listQuery } from "~/lib/pagination.schema";
import { LONGEST, tooLong } from "~/lib/text-limits";
import { ORDER_STATUSES, PAYMENT_METHODS } from "./order.rules";

const day = (name: string) =>
  z
    .string()
    .refine((text) => text === "" || isDay(text), `${name} must be YYYY-MM-DD`)
    .meta({ format: "date" })
    .optional();

/** Without an offset it is the zoo's own time. */
const instant = z.iso.datetime({ offset: true, local: true });

/** A day of the zoo (`YYYY-MM-DD`) or an instant in ISO 8601, as UTC milliseconds. */
const dayOrInstant = (name: string) =>
  z
    .string()
    .optional()
    .transform((text, context) => {
      if (!text) return undefined;
      if (isDay(text)) return text;
      if (instant.safeParse(text).success) return Date.parse(text);
      context.addIssue({ code: "custom", message: `${name} must be a day or a time` });
      return z.NEVER;
    })
    .meta({
      description: "A day of the zoo, or an instant in ISO 8601",
      anyOf: [{ format: "date" }, { format: "date-time" }],
    });

/** What GET /order and the orders screen take (contract 4). */
export const ListOrders = listQuery(["createdAt", "visitDate", "totalAmount", "status"]).extend({
  status: choices("status", ORDER_STATUSES),
  paymentMethod: choices("paymentMethod", PAYMENT_METHODS),
  email: z.string().trim().max(LONGEST.email, tooLong(LONGEST.email)).optional(),
  visitDate: day("visitDate"),
  from: dayOrInstant("from"),
  to: dayOrInstant("to"),
});

export type OrderQuery = z.output<typeof ListOrders>;

/** Days of the zoo, both included; without them the next 14 days. */
export const ListAvailability = z.object({ from: day("from"), to: day("to") });
