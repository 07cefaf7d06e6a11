import { db } from "db/connection.server";
import type * as z from "zod";
import type { AdminRecord } from "~/features/admins/admin.types";
import type { ChosenPassword } from "~/features/admins/admin.schema";
import { adminById, reloadActor } from "~/features/admins/admins.server";
import { recordAudit } from "~/features/audit/record-audit.server";
import { HOUR_MS } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { transaction } from "~/lib/write-transaction.server";
import { LINK_ENDED, ONE_TIME_HOURS } from "./lost-password.rules";
import { hashPassword, verifyPassword } from "./passwords.server";
import { authorize, type Actor } from "./permissions";
import { accountOfLink } from "./reset-link.server";
import { setPassword } from "./set-password.server";

type Chosen = z.output<typeof ChosenPassword>;

const linkEnded = () => new DomainError("not_found", LINK_ENDED);

/** For whoever has the link from the mail; signs nobody in. Throws `not_found` once it has ended or was used. */
export async function changePasswordByLink(token: string, { newPassword }: Chosen) {
  if (!accountOfLink(token)) throw linkEnded();
  const passwordHash = await hashPassword(newPassword);
  transaction((tx) => {
    const account = accountOfLink(token, tx);
    if (!account) throw linkEnded();
    setPassword(tx, account, passwordHash);
    recordChange("account.password-link", tx, account);
  });
}

/**
 * For whoever has signed in with an owner's one-time password, which ends by this. Throws `invalid` for the same
 * password, and `conflict` where theirs is their own already.
 */
export async function replaceOneTimePassword(adminId: string, { newPassword }: Chosen) {
  const { passwordHash: present } = adminById(db, adminId);
  if (await verifyPassword(newPassword, present)) {
    const message = "Choose another password than the one that an owner gave you.";
    throw new DomainError("invalid", message, [{ path: "newPassword", message }]);
  }
  const passwordHash = await hashPassword(newPassword);
  transaction((tx) => {
    const account = adminById(tx, adminId);
    if (account.passwordHash !== present || account.oneTimeUntil === null) {
      throw new DomainError("conflict", "Your password was changed in the meantime");
    }
    setPassword(tx, account, passwordHash);
    recordChange("account.password", tx, account);
  });
}

/**
 * An owner gives somebody else a password that lets in for a day, and has to be changed then. Throws `invalid` for the
 * own account, `not_found`.
 */
export async function setOneTimePassword(actor: Actor, id: string, password: string) {
  authorize(actor, "admins.secure");
  if (id === actor.id) throw new DomainError("invalid", "Change your own password in Settings");
  adminById(db, id);
  const passwordHash = await hashPassword(password);
  transaction((tx) => {
    authorize(reloadActor(tx, actor), "admins.secure");
    const account = adminById(tx, id);
    setPassword(tx, account, passwordHash, { oneTimeUntil: Date.now() + ONE_TIME_HOURS * HOUR_MS });
    recordAudit(tx, actor, {
      action: "admin.one-time-password",
      target: `admin ${id}`,
      after: { name: account.name },
    });
  });
}

const recordChange = (
  action: string,
  tx: Parameters<typeof recordAudit>[0],
  { id, name }: AdminRecord,
) => recordAudit(tx, { id, name }, { action, target: `admin ${id}` });
