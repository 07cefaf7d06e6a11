import * as z from "zod";
import { isSlot } from "~/features/slots/slots.server";
import { cleanNumber, compactCode } from "~/lib/text/clean-text";
import { optionalDay, requiredText, text, wholeNumber } from "~/lib/text-fields.schema";
import { allTicketTypes } from "./tariff.server";
import { MAX_PER_TYPE } from "./tariff";
import { MAX_CODE, MAX_LABEL, MAX_NOTE } from "./tariff.rules";

const PRICE = "An amount in rupees from 0 to 1,00,000";
/** Typed rupees as paise. */
export const rupees = (error = PRICE, min = 0) =>
  z
    .string({ error })
    .overwrite(cleanNumber)
    .regex(/^\d{1,6}(?:\.\d{1,2})?$/, { error })
    .transform((typed) => Math.round(Number(typed) * 100))
    .refine((paise) => paise >= min && paise <= 10_000_000, { error });

/** Blank is null. */
const optional = <S extends z.ZodType<unknown, string>>(schema: S) =>
  z
    .string()
    .trim()
    .default("")
    .transform((typed) => typed || null)
    .pipe(schema.nullable());

const box = z
  .string()
  .optional()
  .transform((value) => value === "on");

const NO_WEEKDAY = "Choose at least one day of the week";
const weekdays = z.array(z.number()).transform((days, context) => {
  if (days.length === 0) context.addIssue({ code: "custom", message: NO_WEEKDAY });
  return days.reduce((bits, day) => bits | (1 << day), 0);
});

const types = z
  .array(z.string())
  .transform((ids) => ids.filter((id) => allTicketTypes().some((type) => type.id === id)));
const slots = z.array(z.string()).transform((ids) => ids.filter(isSlot));

export const TicketTypeInput = z
  .object({
    label: requiredText("Enter a name", MAX_LABEL),
    note: text(MAX_NOTE).default(""),
    price: rupees(),
    kind: z.enum(["ticket", "extra"], "Choose what it is"),
    needsAdult: box,
    counterOnly: box,
    active: box,
    mostPerOrder: wholeNumber("A whole number", 1, MAX_PER_TYPE),
    slotStock: optional(wholeNumber("A whole number", 0, 100_000)),
  })
  .transform(({ price, kind, ...fields }) => ({
    ...fields,
    pricePaise: price,
    takesPlace: kind === "ticket",
    needsAdult: kind === "ticket" && fields.needsAdult,
    slotStock: kind === "extra" ? fields.slotStock : null,
  }));
export type TicketTypeFields = z.output<typeof TicketTypeInput>;

const REVERSED = "It is before the first day";

export const PriceRuleInput = z
  .object({
    name: requiredText("Enter a name", MAX_LABEL),
    ticketTypes: types,
    slots,
    weekdays,
    firstDay: optionalDay,
    lastDay: optionalDay,
    sets: z.enum(["price", "percent"], "Choose what it sets"),
    price: optional(rupees()),
    percent: optional(wholeNumber("A whole number", 0, 1_000)),
    active: box,
  })
  .refine(({ sets, price }) => sets !== "price" || price !== null, {
    path: ["price"],
    error: PRICE,
  })
  .refine(({ sets, percent }) => sets !== "percent" || percent !== null, {
    path: ["percent"],
    error: "A whole number from 0 to 1,000",
  })
  .refine(({ firstDay, lastDay }) => !firstDay || !lastDay || firstDay <= lastDay, {
    path: ["lastDay"],
    error: REVERSED,
  })
  .transform(({ sets, price, percent, ...fields }) => ({
    ...fields,
    pricePaise: sets === "price" ? price : null,
    percent: sets === "percent" ? percent : null,
  }));
export type PriceRuleFields = z.output<typeof PriceRuleInput>;

export const PromoInput = z
  .object({
    code: z
      .string("Enter a code")
      .overwrite(compactCode)
      .min(1, "Enter a code")
      .max(MAX_CODE, `At most ${MAX_CODE} letters and digits`)
      .regex(/^[A-Z0-9]*$/, "Letters A to Z and digits only"),
    gives: z.enum(["percent", "amount"], "Choose what it gives"),
    percent: optional(wholeNumber("A whole number", 1, 100)),
    amount: optional(rupees("An amount in rupees from 1 to 1,00,000", 100)),
    ticketTypes: types,
    weekdays,
    saleFrom: optionalDay,
    saleTo: optionalDay,
    visitFrom: optionalDay,
    visitTo: optionalDay,
    least: optional(rupees()),
    uses: optional(wholeNumber("A whole number", 1, 999_999)),
    usesPerEmail: optional(wholeNumber("A whole number", 1, 1_000)),
    active: box,
  })
  .refine(({ gives, percent }) => gives !== "percent" || percent !== null, {
    path: ["percent"],
    error: "A whole number from 1 to 100",
  })
  .refine(({ gives, amount }) => gives !== "amount" || amount !== null, {
    path: ["amount"],
    error: "An amount in rupees from 1 to 1,00,000",
  })
  .refine(({ saleFrom, saleTo }) => !saleFrom || !saleTo || saleFrom <= saleTo, {
    path: ["saleTo"],
    error: REVERSED,
  })
  .refine(({ visitFrom, visitTo }) => !visitFrom || !visitTo || visitFrom <= visitTo, {
    path: ["visitTo"],
    error: REVERSED,
  })
  .transform(({ gives, percent, amount, least, ...fields }) => ({
    ...fields,
    percent: gives === "percent" ? percent : null,
    amountPaise: gives === "amount" ? amount : null,
    leastPaise: least ?? 0,
  }));
export type PromoFields = z.output<typeof PromoInput>;
