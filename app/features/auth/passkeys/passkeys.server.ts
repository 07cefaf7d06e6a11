import { and, count, desc, eq, isNull, lt, or } from "drizzle-orm";
import { db } from "db/connection.server";
import { passkeys } from "db/schema";
import { toPublicAdmin, type Admin } from "~/features/admins/admin.types";
import { adminById, reloadActor } from "~/features/admins/admins.server";
import { ACCOUNT_DISABLED } from "~/lib/error-messages";
import { DomainError } from "~/lib/errors";
import { transaction } from "~/lib/write-transaction.server";
import { reportChange } from "../factor/second-factor.server";
import { authorize, type Actor } from "../permissions";
import { MOST_PASSKEYS, PASSKEY_KNOWN, PASSKEY_REFUSED, TOO_MANY_PASSKEYS } from "./passkey.rules";

export type Passkey = typeof passkeys.$inferSelect;
type NewPasskey = Pick<Passkey, "id" | "name" | "publicKey" | "counter" | "transports">;

/** Whether the account has one; without an account, whether any has. */
export const hasPasskeys = (adminId?: string) =>
  db
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(adminId === undefined ? undefined : eq(passkeys.adminId, adminId))
    .limit(1)
    .get() !== undefined;

export const passkeyById = (id: string) =>
  db.select().from(passkeys).where(eq(passkeys.id, id)).get();

/** The actor's own, newest first. Instants in UTC milliseconds. */
export function ownPasskeys(actor: Actor): Passkey[] {
  authorize(actor, "account.password");
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.adminId, actor.id))
    .orderBy(desc(passkeys.createdAt), desc(passkeys.id))
    .all();
}

/** The caller has checked the password and the passkey. Throws `conflict` for one too many, or one that is known. */
export function addPasskey(actor: Actor, passkey: NewPasskey) {
  authorize(actor, "account.password");
  transaction((tx) => {
    authorize(reloadActor(tx, actor), "account.password");
    const own = tx
      .select({ count: count() })
      .from(passkeys)
      .where(eq(passkeys.adminId, actor.id))
      .get();
    if ((own?.count ?? 0) >= MOST_PASSKEYS) throw new DomainError("conflict", TOO_MANY_PASSKEYS);
    const { changes } = tx
      .insert(passkeys)
      .values({ ...passkey, adminId: actor.id, createdAt: Date.now() })
      .onConflictDoNothing()
      .run();
    if (changes === 0) throw new DomainError("conflict", PASSKEY_KNOWN);
    reportChange(tx, actor, adminById(tx, actor.id), "passkeyAdded", "passkey.add");
  });
}

/** The caller has checked the password. One that is gone already is done. Throws `not_found` for somebody else's. */
export function removePasskey(actor: Actor, id: string) {
  authorize(actor, "account.password");
  transaction((tx) => {
    authorize(reloadActor(tx, actor), "account.password");
    const passkey = tx.select().from(passkeys).where(eq(passkeys.id, id)).get();
    if (!passkey) return;
    if (passkey.adminId !== actor.id) throw new DomainError("not_found", "Passkey not found");
    tx.delete(passkeys).where(eq(passkeys.id, id)).run();
    reportChange(tx, actor, adminById(tx, actor.id), "passkeyRemoved", "passkey.remove");
  });
}

/**
 * Whose passkey it is that has answered a question of the instant `askedAt`. A question from before its last use is not
 * answered again, so an answer does once. Throws `unauthenticated`, `forbidden` 'Account disabled'.
 */
export const spendPasskey = (id: string, counter: number, askedAt: number): Admin =>
  transaction((tx) => {
    const isNew = or(isNull(passkeys.lastUsedAt), lt(passkeys.lastUsedAt, askedAt));
    const used = tx
      .update(passkeys)
      .set({ counter, lastUsedAt: Date.now() })
      .where(and(eq(passkeys.id, id), isNew))
      .returning({ adminId: passkeys.adminId })
      .get();
    if (!used) throw new DomainError("unauthenticated", PASSKEY_REFUSED);
    const account = adminById(tx, used.adminId);
    if (!account.active) throw new DomainError("forbidden", ACCOUNT_DISABLED);
    return toPublicAdmin(account);
  }, "none");
