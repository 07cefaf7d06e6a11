import type { Tx } from "db/connection.server";
import { eq } from "drizzle-orm";
import type * as z from "zod";
import { admins } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { DomainError } from "~/lib/errors";
import { transaction } from "~/lib/write-transaction.server";
import { addAdmin } from "./add-admin.server";
import { toPublicAdmin, type Admin } from "./admin.types";
import type { CliAccount, CliPassword } from "./admin.schema";
import { setPassword } from "~/features/auth/set-password.server";
import { resetFactorOf } from "~/features/auth/factor/second-factor.server";
import { hashPassword } from "~/features/auth/passwords.server";

/** What the operator can do. Access to the database is permission enough; changes are recorded all the same. */

/** Adds an owner. Throws `conflict` when the e-mail is taken. */
export async function createOwner(input: z.output<typeof CliAccount>): Promise<Admin> {
  const { name, email, password } = input;
  const passwordHash = await hashPassword(password);

  return transaction((tx) =>
    addAdmin(tx, "operator", { name, email, passwordHash, role: "owner" }),
  );
}

/** Sets a new password for an account and signs it out everywhere. Throws `not_found`. */
export async function resetPassword(input: z.output<typeof CliPassword>): Promise<Admin> {
  const passwordHash = await hashPassword(input.password);

  return transaction((tx) => {
    const admin = accountOf(tx, input.email);
    setPassword(tx, admin, passwordHash);
    const { name } = admin;
    recordAudit(tx, "operator", {
      action: "admin.password",
      target: `admin ${admin.id}`,
      before: { name },
      after: { name },
    });
    return toPublicAdmin(admin);
  });
}

/** Removes an account's second factor and signs it out everywhere; false where it has none. Throws `not_found`. */
export const resetSecondFactor = (email: string): boolean =>
  transaction((tx) => resetFactorOf(tx, "operator", accountOf(tx, email)));

function accountOf(tx: Tx, email: string) {
  const admin = tx.select().from(admins).where(eq(admins.email, email)).get();
  if (!admin) throw new DomainError("not_found", `No account uses ${email}`);
  return admin;
}
