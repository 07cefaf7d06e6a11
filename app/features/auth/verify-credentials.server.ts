import { eq } from "drizzle-orm";
import { db } from "db/client.server";
import { admins } from "db/schema";
import { DomainError } from "~/lib/errors";
import { ACCOUNT_DISABLED, WRONG_CREDENTIALS } from "~/lib/error-messages";
import { withoutHash, type Admin } from "~/features/admins/admin.types";
import type { Credentials } from "~/features/admins/admin.schema";
import { passwordFits } from "./passwords.server";

/**
 * Throws `unauthenticated` 'Invalid credentials' for an unknown e-mail and a wrong password alike, in
 * the same time; `forbidden` 'Account disabled' only after the right password (contract 3).
 */
export async function provenAdmin({ email, password }: Credentials): Promise<Admin> {
  const hash = accountOf(email)?.passwordHash;
  const fits = await passwordFits(password, hash);
  // Hashing took a while: the password may have been changed since, and its sessions ended.
  const found = accountOf(email);
  if (!fits || !found || found.passwordHash !== hash) {
    throw new DomainError("unauthenticated", WRONG_CREDENTIALS);
  }
  if (!found.active) throw new DomainError("forbidden", ACCOUNT_DISABLED);
  return withoutHash(found);
}

const accountOf = (email: string) => db.select().from(admins).where(eq(admins.email, email)).get();
