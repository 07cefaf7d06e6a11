import * as z from "zod";
import { MAX_PARTY, MAX_SCANNED, MAX_SCANS } from "./evaluate-scan";
import { ticketCodeIn } from "~/features/tickets/ticket-code";

const Scan = z.object({
  /** Made by the device, once for each scan: anything sent again under it is the same scan. */
  key: z.string().regex(/^[\w-]{20,64}$/, "Every scan needs its own key"),
  code: z
    .string("Missing code")
    .max(MAX_SCANNED, "That is too long for a code")
    // A device cuts a long text short, perhaps within a letter. SQLite would store that as another text, and the scan
    // sent again would count as another: refused, and with it everything that waits behind it.
    .transform((scanned) => ticketCodeIn(scanned.toWellFormed()))
    .pipe(z.string().min(1, "Missing code")),
  /** When, by the device's clock. */
  at: z.number(),
  override: z.boolean().default(false),
  /** Let in everyone of the order who is still outside. */
  party: z.boolean().default(false),
  /** How many people an offline device has already let in. */
  ahead: z.number().int().min(0).max(MAX_PARTY).default(0),
});

export type Scan = z.output<typeof Scan>;

export const Scans = z
  .array(Scan)
  .min(1, "Send a scan")
  .max(MAX_SCANS, `Send at most ${MAX_SCANS} scans at once`);
