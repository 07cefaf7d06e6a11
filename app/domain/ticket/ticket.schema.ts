import * as z from "zod";

const code = z
  .string("Missing code")
  .trim()
  .min(1, "Missing code")
  .meta({ description: "What a ticket's QR code ends with; as typed, in any case" });

export const VerifyTicket = z.object({ code });

export const CheckIn = z.object({
  code,
  override: z.boolean("override must be true or false").default(false),
});
