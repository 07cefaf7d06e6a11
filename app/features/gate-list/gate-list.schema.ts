import * as z from "zod";
import { PAYMENT_METHOD_IDS } from "~/features/orders/payment-methods";
import { isSlot } from "~/features/slots/slots.server";
import { countPeople, countsFromForm, MAX_PER_TYPE } from "~/features/tariff/tariff";
import { tariff } from "~/features/tariff/tariff.server";
import type { FormValues } from "~/lib/form-values";
import { requiredDay, text } from "~/lib/text-fields.schema";
import { MOST_SLIPS } from "./gate-list.rules";

const wholeNumber = (message: string, most = Number.MAX_SAFE_INTEGER) =>
  z.coerce.number(message).int(message).min(1, message).max(most, message);

export const PrintSlips = z.object({
  count: wholeNumber(`How many slips? From 1 to ${MOST_SLIPS}`, MOST_SLIPS),
});

const TAKEN = "Enter the rupees that were taken, such as 250";
const MAX_RUPEES = 1_000_000;
const MAX_NOTE = 200;

const counts = z.record(z.string(), z.number()).superRefine((chosen, context) => {
  for (const [type, count] of Object.entries(chosen)) {
    const message = `From 0 to ${MAX_PER_TYPE}`;
    if (!Number.isInteger(count) || count < 0 || count > MAX_PER_TYPE)
      context.addIssue({ code: "custom", message, path: [type] });
  }
  if (countPeople(tariff(), chosen) === 0)
    context.addIssue({ code: "custom", message: "How many people came in?" });
});

export const EnterSlip = z
  .object({
    number: wholeNumber("Which number is on the slip?"),
    visitDate: requiredDay,
    visitSlot: z.string("Choose a slot").refine(isSlot, "Choose a slot"),
    counts,
    paymentMethod: z.enum(PAYMENT_METHOD_IDS, "Choose how it was paid"),
    taken: z
      .string(TAKEN)
      .trim()
      .min(1, TAKEN)
      .transform((typed) => Number(typed.replaceAll(/[₹,\s]/g, "")))
      .pipe(z.number(TAKEN).min(0, TAKEN).max(MAX_RUPEES, TAKEN).multipleOf(0.01, TAKEN)),
    note: text(MAX_NOTE),
  })
  .transform(({ taken, ...slip }) => ({ ...slip, takenPaise: Math.round(taken * 100) }));

export type EnteredSlip = z.output<typeof EnterSlip>;

export const slipFromForm = (form: FormValues) => ({
  ...form,
  visitDate: form.date,
  visitSlot: form.slot,
  counts: countsFromForm(form, tariff(), Number),
  note: form.note ?? "",
});
