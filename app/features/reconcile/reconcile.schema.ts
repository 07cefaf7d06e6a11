import * as z from "zod";
import { requiredText } from "~/lib/text-fields.schema";

const NO_REFERENCE = "Enter the bank reference";
const REFERENCE_MAX = 60;

/** What staff enter about money that they have seen at the bank, or given. */
export const BankReference = z.object({
  bankReference: requiredText(NO_REFERENCE, REFERENCE_MAX),
});
