import { z } from "zod";
import { emailAddress } from "../email-address";

/** The address whose booking links are asked for. */
export const AskForLinks = z.object({
  email: z
    .string("Enter a valid email address.")
    .trim()
    .pipe(emailAddress("Enter a valid email address.")),
});
