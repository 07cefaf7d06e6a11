import { and, asc, count, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { gateDevices } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor } from "~/features/auth/permissions";
import { hmac } from "~/lib/crypto.server";
import { DomainError } from "~/lib/errors";
import { createId } from "~/lib/ids.server";
import { sessionSecret } from "~/lib/secrets.server";
import { transaction } from "~/lib/write-transaction.server";
import { MAX_GATE_DEVICES, PAIRING_MINUTES } from "./gate-device.rules";

export type GateDeviceRow = typeof gateDevices.$inferSelect;

const PAIRING_MS = PAIRING_MINUTES * 60_000;
const REVOKED_SHOWN = 20;

/** All that are not revoked, by name, and the latest that are. */
export function listGateDevices(actor: Actor) {
  authorize(actor, "gate-devices.manage");
  const active = db
    .select()
    .from(gateDevices)
    .where(isNull(gateDevices.revokedAt))
    .orderBy(sql`${gateDevices.name} COLLATE NOCASE`, asc(gateDevices.id))
    .all();
  const revoked = db
    .select()
    .from(gateDevices)
    .where(isNotNull(gateDevices.revokedAt))
    .orderBy(desc(gateDevices.revokedAt), desc(gateDevices.id))
    .limit(REVOKED_SHOWN)
    .all();
  return { active, revoked };
}

/** Adds a device that waits for its phone. Throws `conflict` for a name in use, and for more devices than a zoo may have. */
export function addGateDevice(actor: Actor, name: string): GateDeviceRow {
  authorize(actor, "gate-devices.manage");
  return transaction((tx) => {
    assertFree(tx, name);
    const now = Date.now();
    const row = tx
      .insert(gateDevices)
      .values({ id: createId(now), name, createdBy: actor.id, createdAt: now })
      .returning()
      .get();
    recordAudit(tx, actor, { action: "gate-device.add", target: targetOf(row), after: { name } });
    return openPairing(tx, row, now);
  }, "none");
}

/**
 * A new link for the device; an earlier one ends. A phone that is paired stays so until another one takes its place.
 * Throws `not_found`, also for a revoked device.
 */
export function renewPairing(actor: Actor, id: string): GateDeviceRow {
  authorize(actor, "gate-devices.manage");
  return transaction((tx) => {
    const row = activeDevice(tx, id);
    recordAudit(tx, actor, { action: "gate-device.link", target: targetOf(row) });
    return openPairing(tx, row, Date.now());
  }, "none");
}

/** Ends the device at once, for good. Idempotent. Throws `not_found`. */
export function revokeGateDevice(actor: Actor, id: string): GateDeviceRow {
  authorize(actor, "gate-devices.manage");
  return transaction((tx) => {
    const row = tx.select().from(gateDevices).where(eq(gateDevices.id, id)).get();
    if (!row) throw notFound();
    if (row.revokedAt !== null) return row;
    recordAudit(tx, actor, { action: "gate-device.revoke", target: targetOf(row) });
    return tx
      .update(gateDevices)
      .set({ revokedAt: Date.now(), tokenHash: null, pairingHash: null, pairingUntil: null })
      .where(eq(gateDevices.id, id))
      .returning()
      .get();
  }, "none");
}

/** The secret of the device's link; null once it was used or has expired. Derived, because only its hash is stored. */
export function pairingToken({ id, pairingHash, pairingUntil }: GateDeviceRow): string | null {
  if (pairingHash === null || pairingUntil === null || pairingUntil <= Date.now()) return null;
  const token = derivePairingToken(id, pairingUntil);
  return pairingHashOf(token) === pairingHash ? token : null; // made with another secret
}

export const pairingHashOf = (token: string) => hmac(sessionSecret(), `pairing ${token}`);

const derivePairingToken = (id: string, until: number) =>
  hmac(sessionSecret(), `pair ${id} until ${until}`);

function openPairing(tx: Tx, { id, pairingUntil }: GateDeviceRow, now: number) {
  const until = Math.max(now + PAIRING_MS, (pairingUntil ?? 0) + 1); // another link in the same millisecond
  return tx
    .update(gateDevices)
    .set({ pairingHash: pairingHashOf(derivePairingToken(id, until)), pairingUntil: until })
    .where(eq(gateDevices.id, id))
    .returning()
    .get();
}

function assertFree(tx: Tx, name: string) {
  const isActive = isNull(gateDevices.revokedAt);
  const sameName = and(isActive, sql`${gateDevices.name} = ${name} COLLATE NOCASE`);
  if (tx.select({ id: gateDevices.id }).from(gateDevices).where(sameName).get()) {
    const message = "Another device has this name";
    throw new DomainError("conflict", message, [{ path: "name", message }]);
  }
  const { active = 0 } =
    tx.select({ active: count() }).from(gateDevices).where(isActive).get() ?? {};
  if (active >= MAX_GATE_DEVICES) {
    throw new DomainError("conflict", `There are ${active} devices: revoke one first`);
  }
}

function activeDevice(reader: Reader, id: string): GateDeviceRow {
  const isThis = and(eq(gateDevices.id, id), isNull(gateDevices.revokedAt));
  const row = reader.select().from(gateDevices).where(isThis).get();
  if (!row) throw notFound();
  return row;
}

const notFound = () => new DomainError("not_found", "Gate device not found");

export const targetOf = ({ name }: Pick<GateDeviceRow, "name">) => `gate device ${name}`;
