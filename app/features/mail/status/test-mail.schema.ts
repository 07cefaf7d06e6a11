import * as z from "zod";
import { requiredEmail } from "~/lib/text-fields.schema";

const NO_EMAIL = "Enter a valid email address.";

export const CliMailTest = z.object({ email: requiredEmail(NO_EMAIL, NO_EMAIL) });
