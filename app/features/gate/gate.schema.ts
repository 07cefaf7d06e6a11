import * as z from "zod";
import { MAX_PARTY_SIZE, MAX_SCAN_LENGTH, MAX_SCANS_PER_SYNC } from "./evaluate-scan";
import { parseTicketCode } from "~/features/tickets/ticket-code";

const Scan = z.object({
  /** Made by the device, once for each scan: anything sent again under it is the same scan. */
  key: z.string().regex(/^[\w-]{20,64}$/, "Every scan needs its own key"),
  code: z
    .string("Missing code")
    .max(MAX_SCAN_LENGTH, "That is too long for a code")
    // A device cuts a long text short, perhaps within a letter. SQLite would store that as another text, and the scan
    // sent again would count as another: rejected, and with it everything that waits behind it.
    .transform((text) => parseTicketCode(text.toWellFormed()))
    .pipe(z.string().min(1, "Missing code")),
  /** When, by the device's clock. */
  at: z.number(),
  override: z.boolean().default(false),
  /** Let in everyone of the order who is still outside. */
  party: z.boolean().default(false),
  /** How many people an offline device has already let in. */
  ahead: z.number().int().min(0).max(MAX_PARTY_SIZE).default(0),
});

export type Scan = z.output<typeof Scan>;

export const Scans = z
  .array(Scan)
  .min(1, "Send a scan")
  .max(MAX_SCANS_PER_SYNC, `Send at most ${MAX_SCANS_PER_SYNC} scans at once`);
