import { and, desc, eq, gt } from "drizzle-orm";
import type * as z from "zod";
import { db } from "db/connection.server";
import { admins, sessions } from "db/schema";
import { authorize, type Actor, type Staff } from "~/features/auth/permissions";
import { recordAudit } from "~/features/audit/record-audit.server";
import { DomainError } from "~/lib/errors";
import { EMAIL_TAKEN, WRONG_PASSWORD } from "~/lib/error-messages";
import { editedFields } from "~/lib/optimistic-lock";
import { transaction } from "~/lib/write-transaction.server";
import { assertEmailAvailable } from "./add-admin.server";
import { toPublicAdmin, type Admin } from "./admin.types";
import type { ChangePassword, UpdateAccount } from "./admin.schema";
import { addressChange, adminById, reloadActor, emailChange } from "./admins.server";
import { hashPassword, verifyPassword } from "~/features/auth/passwords.server";
import { setPassword } from "~/features/auth/set-password.server";

/** Somebody's own account. Throws `unauthenticated`. */
export function ownAccount(actor: Actor): Admin {
  authorize(actor, "account.password");
  return toPublicAdmin(adminById(db, actor.id));
}

/** Throws `invalid` for a wrong current password. */
export async function checkOwnPassword(actor: Staff, password: string) {
  if (!(await verifyPassword(password, adminById(db, actor.id).passwordHash)))
    throw wrongPassword();
}

const wrongPassword = () =>
  new DomainError("invalid", WRONG_PASSWORD, [
    { path: "currentPassword", message: WRONG_PASSWORD },
  ]);

type Profile = z.output<typeof UpdateAccount>;

/**
 * Changes the actor's own name and e-mail; with what the form showed, only what differs from it. Throws `conflict` when
 * the e-mail is taken, or somebody else has changed the same.
 */
export function updateAccount(actor: Actor, profile: Profile, shown?: Profile): Admin {
  authorize(actor, "account.update");

  return transaction((tx) => {
    const before = adminById(tx, actor.id);
    const edited = shown ? editedFields(profile, shown, before) : profile;
    const { name, email } = { ...before, ...edited };
    if (name === before.name && email === before.email) return toPublicAdmin(before);
    assertEmailAvailable(tx, email, EMAIL_TAKEN, actor.id);
    const row = tx
      .update(admins)
      .set({ name, email, ...addressChange(tx, before, email), updatedAt: Date.now() })
      .where(eq(admins.id, actor.id))
      .returning()
      .get();
    recordAudit(tx, actor, {
      action: "account.update",
      target: `admin ${actor.id}`,
      before: { name: before.name },
      after: { name, ...emailChange(before, email) },
    });
    return toPublicAdmin(row);
  });
}

/**
 * Changes the actor's own password and ends their other sessions. Throws `invalid` for a wrong current password, and
 * `conflict` when somebody changes it meanwhile. A form says since when it knows the account (`seenAt`, its
 * `updatedAt`), so that one that is sent twice is no mistake.
 */
export async function changePassword(
  actor: Actor,
  input: z.output<typeof ChangePassword>,
  expectedVersion?: number,
) {
  authorize(actor, "account.password");
  const { passwordHash: present } = adminById(db, actor.id);
  const isDone = () => isPasswordSince(expectedVersion, actor.id, input.newPassword);
  if (!(await verifyPassword(input.currentPassword, present))) {
    if (await isDone()) return;
    throw wrongPassword();
  }
  const passwordHash = await hashPassword(input.newPassword);
  if (adminById(db, actor.id).passwordHash !== present && (await isDone())) return;

  transaction((tx) => {
    authorize(reloadActor(tx, actor), "account.password");
    if (adminById(tx, actor.id).passwordHash !== present) {
      throw new DomainError("conflict", "Your password was changed in the meantime");
    }
    setPassword(tx, adminById(tx, actor.id), passwordHash, actor);
    recordAudit(tx, actor, { action: "account.password", target: `admin ${actor.id}` });
  });
}

async function isPasswordSince(expectedVersion: number | undefined, id: string, password: string) {
  const { passwordHash, updatedAt } = adminById(db, id);
  return (
    expectedVersion !== undefined &&
    expectedVersion !== updatedAt &&
    verifyPassword(password, passwordHash)
  );
}

type OpenSession = Pick<
  typeof sessions.$inferSelect,
  "id" | "userAgent" | "createdAt" | "lastSeenAt"
> & { isThisOne: boolean };

/** The actor's own sessions, last used first. */
export function ownSessions(actor: Actor): OpenSession[] {
  authorize(actor, "account.password");
  const { id, userAgent, createdAt, lastSeenAt } = sessions;
  return db
    .select({ id, userAgent, createdAt, lastSeenAt })
    .from(sessions)
    .where(and(eq(sessions.adminId, actor.id), gt(sessions.expiresAt, Date.now())))
    .orderBy(desc(sessions.lastSeenAt))
    .all()
    .map((session) => ({ ...session, isThisOne: session.id === actor.sessionId }));
}

/** One that has ended already, as by a first press, is signed out. Throws `not_found` for somebody else's session. */
export function endOwnSession(actor: Actor, sessionId: string) {
  authorize(actor, "account.password");
  transaction((tx) => {
    const session = tx.select().from(sessions).where(eq(sessions.id, sessionId)).get();
    if (!session) return;
    if (session.adminId !== actor.id) throw new DomainError("not_found", "Session not found");
    tx.delete(sessions).where(eq(sessions.id, sessionId)).run();
    recordAudit(tx, actor, { action: "session.end", target: `admin ${actor.id}` });
  });
}
