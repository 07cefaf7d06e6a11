import { eq } from "drizzle-orm";
import { db } from "db/connection.server";
import { admins } from "db/schema";
import { DomainError } from "~/lib/errors";
import { ACCOUNT_DISABLED, ONE_TIME_ENDED, WRONG_CREDENTIALS } from "~/lib/error-messages";
import { toPublicAdmin, type Admin } from "~/features/admins/admin.types";
import type { Credentials } from "~/features/admins/admin.schema";
import { verifyPassword, type Lane } from "./passwords.server";

/**
 * Throws `unauthenticated` 'Invalid credentials' for an unknown e-mail and a wrong password alike, in
 * the same time; `forbidden` 'Account disabled' or 'ended' only after the right password.
 */
export async function verifyCredentials(
  { email, password }: Credentials,
  lane: Lane,
): Promise<Admin> {
  const hash = accountOf(email)?.passwordHash;
  const fits = await verifyPassword(password, hash, lane);
  // Hashing took a while: the password may have been changed since, and its sessions ended.
  const account = accountOf(email);
  if (!fits || !account || account.passwordHash !== hash) {
    throw new DomainError("unauthenticated", WRONG_CREDENTIALS);
  }
  if (!account.active) throw new DomainError("forbidden", ACCOUNT_DISABLED);
  if (account.oneTimeUntil !== null && account.oneTimeUntil < Date.now()) {
    throw new DomainError("forbidden", ONE_TIME_ENDED);
  }
  return toPublicAdmin(account);
}

const accountOf = (email: string) => db.select().from(admins).where(eq(admins.email, email)).get();
