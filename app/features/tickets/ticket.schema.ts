import * as z from "zod";
import { parseTicketCode } from "./ticket-code";

const code = z
  .string("Missing code")
  .trim()
  .transform(parseTicketCode)
  .refine((code) => code !== "", "Missing code")
  .meta({ description: "A ticket's code, in any case, or the address in its QR code" });

export const VerifyTicket = z.object({ code });

export const CheckIn = z.object({
  code,
  override: z.boolean("override must be true or false").default(false),
});
