import * as z from "zod";
import { People, SCAN_KEY } from "~/features/gate/gate.schema";
import { parseTicketCode } from "./ticket-code";

const code = z
  .string("Missing code")
  .trim()
  .transform(parseTicketCode)
  .refine((code) => code !== "", "Missing code")
  .meta({
    description: "A ticket's code or a party code, in any case, or the address in its QR code",
  });

export const VerifyTicket = z.object({ code });

export const CheckIn = z.object({
  code,
  override: z.boolean("override must be true or false").default(false),
  people: People.nullable()
    .default(null)
    .meta({ description: "Of a party code: how many come in; one person without it" }),
  scanKey: z.string().regex(SCAN_KEY, "A key has 20 to 64 letters and digits").optional().meta({
    description: "Of a party code: a repeated request with the same key admits nobody again",
  }),
});
