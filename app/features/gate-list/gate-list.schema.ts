import * as z from "zod";
import { PAYMENT_METHOD_IDS } from "~/features/orders/payment-methods";
import { isSlot } from "~/features/slots/slots.server";
import { countPeople, countsFromForm, MAX_PER_TYPE } from "~/features/tariff/tariff";
import { tariff } from "~/features/tariff/tariff.server";
import type { FormValues } from "~/lib/form-values";
import { requiredDay, rupees, text, wholeNumber } from "~/lib/text-fields.schema";
import { MOST_SLIPS } from "./gate-list.rules";

export const PrintSlips = z.object({
  count: wholeNumber("Enter how many slips,", 1, MOST_SLIPS),
});

const TAKEN = "Enter the rupees that were taken, such as 250";
const LAST_NUMBER = 999_999;
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
    number: wholeNumber("Enter the number on the slip,", 1, LAST_NUMBER),
    visitDate: requiredDay,
    visitSlot: z.string("Choose a slot").refine(isSlot, "Choose a slot"),
    counts,
    paymentMethod: z.enum(PAYMENT_METHOD_IDS, "Choose how it was paid"),
    taken: rupees(TAKEN),
    note: text(MAX_NOTE),
  })
  .transform(({ taken, ...slip }) => ({ ...slip, takenPaise: taken }));

export type EnteredSlip = z.output<typeof EnterSlip>;

export const slipFromForm = (form: FormValues) => ({
  ...form,
  visitDate: form.date,
  visitSlot: form.slot,
  counts: countsFromForm(form, tariff(), Number),
  note: form.note ?? "",
});
