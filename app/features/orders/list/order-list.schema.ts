import * as z from "zod";
import { CHANNELS } from "~/features/counter/channel";
import { isIsoDate } from "~/lib/dates";
import { enumList, paginationQuery } from "~/lib/pagination.schema";
import { emailFilter } from "~/lib/text-fields.schema";
import { ORDER_STATUSES } from "../order-status";
import { PAYMENT_METHOD_IDS } from "../payment-methods";

const day = (name: string) =>
  z
    .string()
    .refine((text) => text === "" || isIsoDate(text), `${name} must be a day such as 2026-12-25`)
    .meta({ format: "date" })
    .optional();

/** Without an offset: zoo-local time. */
const instant = z.iso.datetime({ offset: true, local: true });

/** A zoo-local day (`YYYY-MM-DD`), or an instant in ISO 8601 as UTC milliseconds. */
const dayOrInstant = (name: string) =>
  z
    .string()
    .optional()
    .transform((text, context) => {
      if (!text) return undefined;
      if (isIsoDate(text)) return text;
      if (instant.safeParse(text).success) return Date.parse(text);
      context.addIssue({ code: "custom", message: `${name} must be a day or a time` });
      return z.NEVER;
    })
    .meta({
      description: "A day of the zoo, or an instant in ISO 8601",
      anyOf: [{ format: "date" }, { format: "date-time" }],
    });

export const ListOrders = paginationQuery([
  "createdAt",
  "visitDate",
  "totalAmount",
  "status",
]).extend({
  status: enumList("status", ORDER_STATUSES),
  paymentMethod: enumList("paymentMethod", PAYMENT_METHOD_IDS),
  channel: enumList("channel", CHANNELS),
  email: emailFilter.optional(),
  visitDate: day("visitDate"),
  from: dayOrInstant("from"),
  to: dayOrInstant("to"),
});

export type OrderQuery = z.output<typeof ListOrders>;

const NO_PEOPLE = "people must be a whole number from 1";

/** Zoo-local days, inclusive; by default the next 14 days. */
export const ListPrices = z.object({ date: day("date"), slot: z.string().optional() });

export const ListAvailability = z.object({
  from: day("from").meta({ description: "Otherwise today" }),
  to: day("to").meta({ description: "At most 91 days after `from`; otherwise 13" }),
  people: z.coerce
    .number(NO_PEOPLE)
    .int(NO_PEOPLE)
    .min(1, NO_PEOPLE)
    .max(1_000, NO_PEOPLE)
    .optional(),
});
