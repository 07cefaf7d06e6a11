import { randomBytes } from "node:crypto";
import { and, count, eq, isNull, lt, ne, sql } from "drizzle-orm";
import { db, type Tx } from "db/connection.server";
import { prepared } from "db/prepared.server";
import {
  admins,
  passkeys,
  recoveryCodes,
  secondFactors,
  sessions,
  trustedDevices,
} from "db/schema";
import type { AdminRecord } from "~/features/admins/admin.types";
import { adminById, reloadActor } from "~/features/admins/admins.server";
import { recordAudit } from "~/features/audit/record-audit.server";
import { enqueueAccountMail } from "~/features/mail/enqueue-mail.server";
import { decrypt, encrypt, sha256 } from "~/lib/crypto.server";
import { DomainError } from "~/lib/errors";
import { WRONG_CODE } from "~/lib/error-messages";
import { bytesToBase32 } from "~/lib/ids.server";
import { getValue, setValue } from "~/lib/key-value-store.server";
import { sessionSecret } from "~/lib/secrets.server";
import { transaction } from "~/lib/write-transaction.server";
import { authorize, type Actor, type Staff } from "../permissions";
import {
  ALREADY_ON,
  NOT_ON,
  OWN_FACTOR_FIRST,
  RECOVERY_CODE_COUNT,
  REQUIRED_BY_ZOO,
} from "./second-factor.rules";
import { stepOf } from "./totp.server";

const PURPOSE = "second factor";

/** A secret as it is stored, or sent to the page that shows it. */
export const sealSecret = (secret: string) => encrypt(sessionSecret(), PURPOSE, secret);

/** Undefined for one that this site did not make, or made with another SESSION_SECRET. */
export const openSecret = (sealed: string) => decrypt(sessionSecret(), PURPOSE, sealed);

const factorOf = prepared(() =>
  db
    .select()
    .from(secondFactors)
    .where(eq(secondFactors.adminId, sql.placeholder("adminId")))
    .prepare(),
);

export const hasFactor = (adminId: string) => factorOf().get({ adminId }) !== undefined;

/** When it was added, in UTC milliseconds, and how many recovery codes are left; null without one. */
export function factorState(adminId: string) {
  const factor = factorOf().get({ adminId });
  if (!factor) return null;
  const left = db
    .select({ count: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.adminId, adminId), isNull(recoveryCodes.usedAt)))
    .get();
  return { since: factor.createdAt, codesLeft: left?.count ?? 0 };
}

/** Whether the owner has decided that every account needs a second factor. */
export const isFactorRequired = () => getValue("second_factor") === "required";

/** Active accounts without one. */
export const countWithoutFactor = () =>
  db
    .select({ count: count() })
    .from(admins)
    .leftJoin(secondFactors, eq(secondFactors.adminId, admins.id))
    .where(and(eq(admins.active, true), isNull(secondFactors.adminId)))
    .get()?.count ?? 0;

/** Whether somebody has to add a second factor before anything else. */
export const lacksRequiredFactor = ({ id }: Pick<Staff, "id">) =>
  isFactorRequired() && !hasFactor(id);

/** `unauthenticated` at the sign-in, `invalid` for somebody who is signed in. `path`: by API, or of a form. */
export const wrongCode = (
  code: "unauthenticated" | "invalid",
  path: "code" | "factorCode" = "factorCode",
) => new DomainError(code, WRONG_CODE, [{ path, message: WRONG_CODE }]);

/** Whether a code from the app, or a recovery code, fits. Each does once. */
export const spendCode = (admin: Pick<AdminRecord, "id" | "name" | "email">, code: string) =>
  /^[\d\s]+$/.test(code) ? spendAppCode(admin.id, code) : spendRecoveryCode(admin, code);

function spendAppCode(adminId: string, code: string) {
  const factor = factorOf().get({ adminId });
  const secret = factor && openSecret(factor.secret);
  const step = secret ? stepOf(secret, code.replace(/\s/g, ""), Date.now()) : undefined;
  if (step === undefined) return false;
  return transaction((tx) => {
    const isNew = and(eq(secondFactors.adminId, adminId), lt(secondFactors.lastStep, step));
    return tx.update(secondFactors).set({ lastStep: step }).where(isNew).run().changes === 1;
  }, "none");
}

function spendRecoveryCode(
  { id, name, email }: Pick<AdminRecord, "id" | "name" | "email">,
  code: string,
) {
  return transaction((tx) => {
    const unused = and(
      eq(recoveryCodes.hash, hashCode(code)),
      eq(recoveryCodes.adminId, id),
      isNull(recoveryCodes.usedAt),
    );
    const { changes } = tx.update(recoveryCodes).set({ usedAt: Date.now() }).where(unused).run();
    if (changes === 0) return false;
    recordAudit(
      tx,
      { id, name },
      { action: "factor.recovery", target: `admin ${id}`, after: { name } },
    );
    enqueueAccountMail(tx, "recoveryCode", email);
    return true;
  }, "none");
}

/**
 * Adds the second factor that a code was made with, and ends the account's other sessions. The caller has checked the
 * password. Returns the recovery codes, which are shown once. Throws `invalid` for a wrong code, `conflict`.
 */
export function addFactor(actor: Actor, sealed: string, code: string): string[] {
  authorize(actor, "account.password");
  const secret = openSecret(sealed);
  const step = secret ? stepOf(secret, code.replace(/\s/g, ""), Date.now()) : undefined;
  if (!secret || step === undefined) throw wrongCode("invalid");

  return transaction((tx) => {
    authorize(reloadActor(tx, actor), "account.password");
    if (hasFactor(actor.id)) throw new DomainError("conflict", ALREADY_ON);
    tx.insert(secondFactors)
      .values({
        adminId: actor.id,
        secret: sealSecret(secret),
        lastStep: step,
        createdAt: Date.now(),
      })
      .run();
    tx.delete(sessions)
      .where(and(eq(sessions.adminId, actor.id), ne(sessions.id, actor.sessionId)))
      .run();
    reportChange(tx, actor, adminById(tx, actor.id), "factorAdded", "factor.add");
    return insertRecoveryCodes(tx, actor.id);
  });
}

/** New recovery codes in place of all others. The caller has checked password and code. Throws `conflict`. */
export function renewRecoveryCodes(actor: Actor): string[] {
  authorize(actor, "account.password");
  return transaction((tx) => {
    authorize(reloadActor(tx, actor), "account.password");
    if (!hasFactor(actor.id)) throw new DomainError("conflict", NOT_ON);
    reportChange(tx, actor, adminById(tx, actor.id), "recoveryCodes", "factor.codes");
    return insertRecoveryCodes(tx, actor.id);
  });
}

/** The caller has checked password and code. Throws `conflict` where the zoo requires a second factor. */
export function removeFactor(actor: Actor) {
  authorize(actor, "account.password");
  transaction((tx) => {
    authorize(reloadActor(tx, actor), "account.password");
    if (isFactorRequired()) throw new DomainError("conflict", REQUIRED_BY_ZOO);
    if (!deleteFactor(tx, actor.id)) return;
    reportChange(tx, actor, adminById(tx, actor.id), "factorRemoved", "factor.remove");
  });
}

/** For somebody who has lost their app: an owner, for another account. Ends its sessions. Throws `not_found`. */
export function resetFactor(actor: Actor, id: string) {
  authorize(actor, "admins.secure");
  transaction((tx) => {
    authorize(reloadActor(tx, actor), "admins.secure");
    if (actor.id === id)
      throw new DomainError("invalid", "Remove your own second factor in Settings");
    resetFactorOf(tx, actor, adminById(tx, id));
  });
}

/** The same without a permission check, for the operator; with the account's passkeys. False where there was none. */
export function resetFactorOf(tx: Tx, by: Staff | "operator", admin: AdminRecord) {
  const hadPasskeys = tx.delete(passkeys).where(eq(passkeys.adminId, admin.id)).run().changes > 0;
  if (!deleteFactor(tx, admin.id) && !hadPasskeys) return false;
  tx.delete(sessions).where(eq(sessions.adminId, admin.id)).run();
  reportChange(tx, by, admin, "factorReset", "factor.reset");
  return true;
}

/** Whether everyone needs a second factor. Throws `conflict` for an owner who has none. */
export function requireFactor(actor: Actor, required: boolean) {
  authorize(actor, "admins.secure");
  transaction((tx) => {
    authorize(reloadActor(tx, actor), "admins.secure");
    const before = isFactorRequired();
    if (before === required) return;
    if (required && !hasFactor(actor.id)) throw new DomainError("conflict", OWN_FACTOR_FIRST);
    setValue(tx, "second_factor", required ? "required" : "optional");
    recordAudit(tx, actor, {
      action: "factor.require",
      target: "sign-in",
      before: { required: before },
      after: { required },
    });
  });
}

function deleteFactor(tx: Tx, adminId: string) {
  const { changes } = tx.delete(secondFactors).where(eq(secondFactors.adminId, adminId)).run();
  tx.delete(recoveryCodes).where(eq(recoveryCodes.adminId, adminId)).run();
  tx.delete(trustedDevices).where(eq(trustedDevices.adminId, adminId)).run();
  return changes > 0;
}

function insertRecoveryCodes(tx: Tx, adminId: string) {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, newRecoveryCode);
  tx.delete(recoveryCodes).where(eq(recoveryCodes.adminId, adminId)).run();
  tx.insert(recoveryCodes)
    .values(codes.map((code) => ({ hash: hashCode(code), adminId })))
    .run();
  return codes;
}

/** 120 random bits in six groups. One of digits only would be taken for a code from the app. */
function newRecoveryCode(): string {
  const letters = bytesToBase32(randomBytes(15), 24).toLowerCase();
  if (/^\d+$/.test(letters)) return newRecoveryCode();
  return letters.replace(/(.{4})(?=.)/g, "$1-");
}

/** So long and random that a fast hash is enough. */
const hashCode = (code: string) =>
  sha256(`recovery ${code.toLowerCase().replace(/[^0-9a-z]/g, "")}`);

/** In the audit log, and by mail to whoever has the account. */
export function reportChange(
  tx: Tx,
  by: Staff | "operator",
  { id, name, email }: AdminRecord,
  event: Parameters<typeof enqueueAccountMail>[1],
  action: string,
) {
  recordAudit(tx, by, { action, target: `admin ${id}`, after: { name } });
  enqueueAccountMail(tx, event, email);
}
