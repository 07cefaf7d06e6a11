import { eq } from "drizzle-orm";
import type { Reader } from "db/connection.server";
import { admins, gateDevices } from "db/schema";
import { can, type GateActor } from "~/features/auth/permissions";
import { hmac, timingSafeEqualText } from "~/lib/crypto.server";
import { sessionSecret } from "~/lib/secrets.server";

/** Who scanned, and since when they may not, in UTC milliseconds; null while they may. */
export type Scanner = { id: string; name: string; endedAt: number | null };

/** Says who scanned, in the queue of a device. Sealed, so that nobody can put a scan under another's name. */
export const scannerToken = ({ id }: GateActor) => `${id}.${sealOf(id)}`;

/** Who made a scan: by its token, else whoever sends it. */
export function scannerOf(reader: Reader, sender: GateActor, token: string | null): Scanner {
  const [id = "", seal = ""] = token?.split(".") ?? [];
  if (id === sender.id || !timingSafeEqualText(seal, sealOf(id))) {
    return { id: sender.id, name: sender.name, endedAt: null };
  }
  return deviceScanner(reader, id) ?? staffScanner(reader, id);
}

function deviceScanner(reader: Reader, id: string): Scanner | undefined {
  return reader
    .select({ id: gateDevices.id, name: gateDevices.name, endedAt: gateDevices.revokedAt })
    .from(gateDevices)
    .where(eq(gateDevices.id, id))
    .get();
}

/** It is not recorded when an account lost its access, so all of its scans count as later. */
function staffScanner(reader: Reader, id: string): Scanner {
  const row = reader.select().from(admins).where(eq(admins.id, id)).get();
  const isAllowed = row?.active === true && can(row, "tickets.check-in");
  return { id, name: row?.name ?? "a deleted account", endedAt: isAllowed ? null : 0 };
}

const sealOf = (id: string) => hmac(sessionSecret(), `scanner ${id}`);
