import * as z from "zod";
import { PAYMENT_SOURCES, REVIEWS } from "~/features/payments/payment.rules";
import { isIsoDate } from "~/lib/dates";
import { enumList, paginationQuery } from "~/lib/pagination.schema";
import { requiredDay } from "~/lib/text-fields.schema";
import { MAX_DAYS } from "./takings.rules";

const PAGE = { page: true, limit: true } as const;

export const ListMoney = paginationQuery([], 50).pick(PAGE);

const day = (name: string) =>
  z
    .string()
    .refine((text) => text === "" || isIsoDate(text), `${name} must be a day such as 2026-12-25`)
    .meta({ format: "date" })
    .optional();

const decisions = REVIEWS.filter((review) => review !== "");

export const ListPayments = paginationQuery([])
  .pick(PAGE)
  .extend({
    from: day("from").meta({ description: "A day of the zoo, as in `day`" }),
    to: day("to"),
    provider: enumList("provider", PAYMENT_SOURCES),
    review: enumList("review", decisions),
  });

export type PaymentQuery = z.output<typeof ListPayments>;

export const TakingsQuery = z.object({
  from: day("from").meta({ description: "Otherwise `to`, else today" }),
  to: day("to").meta({ description: `Otherwise today; at most ${MAX_DAYS} days in all` }),
});

export const LockDay = z.object({ day: requiredDay });
