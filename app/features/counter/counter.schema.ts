import * as z from "zod";
import { phone, promoCode, ticketCounts } from "~/features/orders/order.schema";
import { PAYMENT_METHOD_IDS } from "~/features/orders/payment-methods";
import { isSlot } from "~/features/slots/slots.server";
import { countsFromForm } from "~/features/tariff/tariff";
import { tariff } from "~/features/tariff/tariff.server";
import type { FormValues } from "~/lib/form-values";
import { emailSchema, NO_EMAIL, requiredDay, text } from "~/lib/text-fields.schema";
import { MAX_LENGTH } from "~/lib/text-limits";
import { cleanEmail } from "~/lib/text/clean-text";
import { parseCash } from "./counter.rules";

const NO_AMOUNT = "Enter rupees, such as 500";

const Payment = z.object({
  paymentMethod: z.enum(PAYMENT_METHOD_IDS, "Choose how it is paid"),
  /** Cash in paise, where it was typed. */
  received: z
    .custom<number | undefined>()
    .refine((paise) => paise === undefined || !Number.isNaN(paise), NO_AMOUNT),
  /** Whether all of the order come in at once. */
  admits: z.boolean(),
});

const paise = z.coerce.number().int().optional().catch(undefined);

/** The contact is optional. */
export const Sale = Payment.extend({
  /** The day that the page has shown. */
  visitDate: requiredDay,
  visitSlot: z.string("Choose a slot").refine(isSlot, "Choose a slot"),
  counts: ticketCounts(tariff),
  promoCode,
  contact: z.object({
    name: text(MAX_LENGTH.name),
    email: z
      .string()
      .overwrite(cleanEmail)
      .pipe(z.union([z.literal(""), emailSchema(NO_EMAIL)], NO_EMAIL)),
    phone,
  }),
});
export type Sale = z.output<typeof Sale>;

export const CounterPayment = Payment.extend({
  /** What the page said is to be paid, in paise; nothing is checked without it. */
  shownDue: paise,
});
export type CounterPayment = z.output<typeof CounterPayment>;

/** `method` comes from the button that was pressed. */
export const paymentFromForm = (form: FormValues, method: string | undefined) => ({
  paymentMethod: method,
  received: method === "cash" ? parseCash(form.received) : undefined,
  admits: form.admits === "on",
  shownDue: form.due || undefined,
});

export const saleFromForm = (form: FormValues, method: string | undefined) => ({
  ...paymentFromForm(form, method),
  visitDate: form.date,
  visitSlot: form.slot,
  counts: countsFromForm(form, tariff(), (typed) => (typed === "" ? 0 : Number(typed))),
  promoCode: form.promoCode,
  contact: { name: form.name ?? "", email: form.email ?? "", phone: form.phone },
});
