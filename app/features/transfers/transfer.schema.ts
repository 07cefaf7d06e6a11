import * as z from "zod";
import { PAISE_PER_RUPEE } from "~/lib/money";
import { cleanNumber, compactCode } from "~/lib/text/clean-text";

/** The number that banks give a UPI transfer; payer and payee see the same. */
const TWELVE_DIGITS = /^\d{12}$/;

const WRONG_REFERENCE = "Enter the 12 digits of the UPI reference";

const reference = z.string(WRONG_REFERENCE).overwrite(compactCode);

/** What a visitor enters about the transfer. */
export const GivenReference = z.object({
  upiReference: reference.regex(TWELVE_DIGITS, WRONG_REFERENCE),
});

/** With Mark Paid; blank for none. */
export const SeenReference = z.object({
  upiReference: reference
    .refine((typed) => typed === "" || TWELVE_DIGITS.test(typed), WRONG_REFERENCE)
    .optional(),
});

const WRONG_AMOUNT = "Enter the rupees that have come, such as 250 or 250.50";

/** In rupees as typed, in paise as read. */
export const ReceivedAmount = z.object({
  amount: z
    .string(WRONG_AMOUNT)
    .overwrite(cleanNumber)
    .regex(/^\d{1,7}(?:\.\d{1,2})?$/, WRONG_AMOUNT)
    .transform((rupees) => Math.round(Number(rupees) * PAISE_PER_RUPEE))
    .refine((paise) => paise > 0, WRONG_AMOUNT),
});
