import * as z from "zod";
import { NO_EMAIL, requiredEmail, wholeNumber } from "~/lib/text-fields.schema";
import { MAX_CONTACT_DAYS, MIN_CONTACT_DAYS } from "./privacy.rules";

export const SetRetention = z.object({
  days: wholeNumber("Days are a whole number", MIN_CONTACT_DAYS, MAX_CONTACT_DAYS),
});

export const PersonInput = z.object({ email: requiredEmail(NO_EMAIL) });
