import { and, eq, ne } from "drizzle-orm";
import type { Tx } from "db/connection.server";
import { admins, passkeys, sessions, trustedDevices } from "db/schema";
import { enqueueAccountMail } from "~/features/mail/enqueue-mail.server";
import type { AdminRecord } from "~/features/admins/admin.types";

type Options = {
  /** Stays open, unlike the account's other sessions. */
  sessionId?: string;
  /** UTC milliseconds until when an owner's password lets in. */
  oneTimeUntil?: number;
};

/**
 * Every way to another password: ends sessions and trusted devices, and tells the account's owner by mail. Passkeys stay
 * where the present password was known, that is, in a session: otherwise somebody else may have added them.
 */
export function setPassword(
  tx: Tx,
  { id, email }: AdminRecord,
  passwordHash: string,
  { sessionId = "", oneTimeUntil }: Options = {},
) {
  tx.update(admins)
    .set({ passwordHash, oneTimeUntil: oneTimeUntil ?? null, updatedAt: Date.now() })
    .where(eq(admins.id, id))
    .run();
  tx.delete(sessions)
    .where(and(eq(sessions.adminId, id), ne(sessions.id, sessionId)))
    .run();
  tx.delete(trustedDevices).where(eq(trustedDevices.adminId, id)).run();
  if (!sessionId) tx.delete(passkeys).where(eq(passkeys.adminId, id)).run();
  enqueueAccountMail(tx, oneTimeUntil === undefined ? "password" : "oneTimePassword", email);
}
