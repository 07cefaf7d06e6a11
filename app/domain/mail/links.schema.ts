import { z } from "zod";

/** Whoever asks for the links of their bookings says under which address. */
export const AskForLinks = z.object({
  email: z
    .string("Enter a valid email address.")
    .trim()
    .max(254, "Enter a valid email address.")
    .pipe(z.email("Enter a valid email address.")),
});
