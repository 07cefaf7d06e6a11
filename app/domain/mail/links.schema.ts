import { z } from "zod";
import { emailAddress } from "../email-address";

/** Whoever asks for the links of their bookings says under which address. */
export const AskForLinks = z.object({
  email: z
    .string("Enter a valid email address.")
    .trim()
    .pipe(emailAddress("Enter a valid email address.")),
});
