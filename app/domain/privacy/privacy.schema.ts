import { z } from "zod";
import { emailAddress } from "../email-address";
import { inFigures } from "../formats";
import { MAX_CONTACT_DAYS, MIN_CONTACT_DAYS } from "./privacy.rules";

const DAYS = `Days are a whole number from ${MIN_CONTACT_DAYS} to ${inFigures(MAX_CONTACT_DAYS)}`;
const NO_EMAIL = "Enter a valid email.";

export const KeepContacts = z.object({
  days: z
    .string(DAYS)
    .trim()
    .regex(/^\d{1,6}$/, DAYS)
    .transform(Number)
    .refine((days) => days >= MIN_CONTACT_DAYS && days <= MAX_CONTACT_DAYS, DAYS),
});

/** Whose data it is about. Stored addresses are compared in either case. */
export const OfPerson = z.object({
  email: z.string(NO_EMAIL).trim().pipe(emailAddress(NO_EMAIL)),
});
