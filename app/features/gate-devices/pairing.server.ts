import { randomBytes } from "node:crypto";
import { and, eq, gt, isNull, lte, or } from "drizzle-orm";
import { db, type Reader } from "db/connection.server";
import { gateDevices } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import type { GateDevice } from "~/features/auth/permissions";
import { hmac } from "~/lib/crypto.server";
import { DomainError } from "~/lib/errors";
import { sessionSecret } from "~/lib/secrets.server";
import { skipIfBusy, transaction } from "~/lib/write-transaction.server";
import { LINK_SPENT } from "./gate-device.rules";
import { pairingHashOf, targetOf } from "./gate-devices.server";

const SEEN_EVERY_MS = 60_000;

/** The name of the device that a link pairs; null once it was used or has expired. Looking changes nothing. */
export const nameOfPairing = (token: string): string | null => findPairing(db, token)?.name ?? null;

/**
 * Makes a phone the device of the link, which works once, and ends the phone that was it before. Answers the secret of
 * the phone's cookie. Throws `not_found`.
 */
export function pairGateDevice(token: string): { name: string; secret: string } {
  const secret = randomBytes(32).toString("base64url");
  return transaction((tx) => {
    const row = findPairing(tx, token);
    if (!row) throw new DomainError("not_found", LINK_SPENT);
    const now = Date.now();
    const paired = { tokenHash: tokenHashOf(secret), pairedAt: now, lastSeenAt: now };
    tx.update(gateDevices)
      .set({ ...paired, pairingHash: null, pairingUntil: null })
      .where(eq(gateDevices.id, row.id))
      .run();
    recordAudit(tx, toActor(row), { action: "gate-device.pair", target: targetOf(row) });
    return { name: row.name, secret };
  }, "none");
}

/** The device whose cookie has this secret, unless it was revoked. */
export function deviceOfSecret(secret: string): GateDevice | null {
  const hasSecret = eq(gateDevices.tokenHash, tokenHashOf(secret));
  const row = db
    .select({ id: gateDevices.id, name: gateDevices.name })
    .from(gateDevices)
    .where(and(hasSecret, isNull(gateDevices.revokedAt)))
    .get();
  return row ? toActor(row) : null;
}

/** Notes that the device was here, at most once a minute. */
export function noteSeen({ id }: GateDevice) {
  const now = Date.now();
  const isDue = and(
    eq(gateDevices.id, id),
    or(isNull(gateDevices.lastSeenAt), lte(gateDevices.lastSeenAt, now - SEEN_EVERY_MS)),
  );
  if (!db.select({ id: gateDevices.id }).from(gateDevices).where(isDue).get()) return;
  skipIfBusy(() =>
    transaction((tx) => tx.update(gateDevices).set({ lastSeenAt: now }).where(isDue).run(), "none"),
  );
}

const toActor = ({ id, name }: { id: string; name: string }): GateDevice => ({
  id,
  name,
  isDevice: true,
});

const tokenHashOf = (secret: string) => hmac(sessionSecret(), `gate device ${secret}`);

function findPairing(reader: Reader, token: string) {
  const isOpen = and(
    eq(gateDevices.pairingHash, pairingHashOf(token)),
    gt(gateDevices.pairingUntil, Date.now()),
    isNull(gateDevices.revokedAt),
  );
  return reader.select().from(gateDevices).where(isOpen).get() ?? null;
}
