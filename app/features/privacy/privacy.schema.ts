import * as z from "zod";
import { formatNumber, toPlainNumber } from "~/lib/intl";
import { requiredEmail, NO_EMAIL } from "~/lib/text-fields.schema";
import { MAX_CONTACT_DAYS, MIN_CONTACT_DAYS } from "./privacy.rules";

const DAYS = `Days are a whole number from ${MIN_CONTACT_DAYS} to ${formatNumber(MAX_CONTACT_DAYS)}`;

export const SetRetention = z.object({
  days: z
    .string(DAYS)
    .overwrite(toPlainNumber)
    .regex(/^\d{1,6}$/, DAYS)
    .transform(Number)
    .refine((days) => days >= MIN_CONTACT_DAYS && days <= MAX_CONTACT_DAYS, DAYS),
});

export const PersonInput = z.object({ email: requiredEmail(NO_EMAIL) });
