import { randomBytes } from "node:crypto";
import { and, desc, eq, gt, lte } from "drizzle-orm";
import { db } from "db/connection.server";
import { trustedDevices } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { sha256 } from "~/lib/crypto.server";
import { DAY_MS } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { createId } from "~/lib/ids.server";
import { transaction } from "~/lib/write-transaction.server";
import { authorize, type Actor } from "../permissions";
import { TRUST_DAYS } from "./second-factor.rules";

/** A browser keeps one token for all accounts that trust it. */
export const newDeviceToken = () => randomBytes(32).toString("base64url");

const hashOf = (token: string) => sha256(`trusted ${token}`);

/** Asks for no code on this device for thirty days. */
export function trustDevice(adminId: string, token: string, userAgent: string) {
  const now = Date.now();
  const expiresAt = now + TRUST_DAYS * DAY_MS;
  transaction(
    (tx) =>
      tx
        .insert(trustedDevices)
        .values({
          id: createId(now),
          hash: hashOf(token),
          adminId,
          userAgent: userAgent.slice(0, 200),
          createdAt: now,
          expiresAt,
        })
        .onConflictDoUpdate({
          target: [trustedDevices.hash, trustedDevices.adminId],
          set: { expiresAt },
        })
        .run(),
    "none",
  );
}

/** Whether this account's owner has trusted the device of this token, and not too long ago. */
export const isTrusted = (adminId: string, token: string) =>
  db
    .select({ id: trustedDevices.id })
    .from(trustedDevices)
    .where(
      and(
        eq(trustedDevices.hash, hashOf(token)),
        eq(trustedDevices.adminId, adminId),
        gt(trustedDevices.expiresAt, Date.now()),
      ),
    )
    .get() !== undefined;

/** The actor's own, newest first. Instants in UTC milliseconds. */
export function ownTrustedDevices(actor: Actor) {
  authorize(actor, "account.password");
  const { id, userAgent, createdAt, expiresAt } = trustedDevices;
  return db
    .select({ id, userAgent, createdAt, expiresAt })
    .from(trustedDevices)
    .where(and(eq(trustedDevices.adminId, actor.id), gt(expiresAt, Date.now())))
    .orderBy(desc(createdAt))
    .all();
}

/** One that has ended already is done. Throws `not_found` for somebody else's. */
export function endTrust(actor: Actor, id: string) {
  authorize(actor, "account.password");
  transaction((tx) => {
    const device = tx.select().from(trustedDevices).where(eq(trustedDevices.id, id)).get();
    if (!device) return;
    if (device.adminId !== actor.id) throw new DomainError("not_found", "Device not found");
    tx.delete(trustedDevices).where(eq(trustedDevices.id, id)).run();
    recordAudit(tx, actor, { action: "factor.distrust", target: `admin ${actor.id}` });
  });
}

/** Background job. */
export function deleteExpiredTrust() {
  const ended = lte(trustedDevices.expiresAt, Date.now());
  if (!db.select({ id: trustedDevices.id }).from(trustedDevices).where(ended).limit(1).get())
    return;
  transaction((tx) => tx.delete(trustedDevices).where(ended).run(), "none");
}
