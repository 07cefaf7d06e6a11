import { eq } from "drizzle-orm";
import type { z } from "zod";
import { admins, sessions } from "db/schema";
import { record } from "../audit.server";
import { newId } from "../codes.server";
import { DomainError } from "../errors";
import { inTransaction } from "../transaction.server";
import type { AccountByHand, PasswordByHand } from "./admin.schema";
import { refuseTakenEmail } from "./admins.server";
import { withoutHash, type Admin } from "./admin.view";
import { hashPassword } from "./passwords.server";

/**
 * What the operator of the machine does about accounts. Whoever holds the database needs nobody's leave,
 * and leaves a record like everybody else.
 */

/** Adds an owner. Throws `conflict` when the e-mail is taken. */
export async function createOwner(input: z.output<typeof AccountByHand>): Promise<Admin> {
  const { name, email, password } = input;
  const passwordHash = await hashPassword(password);

  return inTransaction((tx) => {
    refuseTakenEmail(tx, email, "An admin with this email already exists");
    const now = Date.now();
    const row = { id: newId(now), name, email, passwordHash, role: "owner" as const };
    const admin = withoutHash(
      tx
        .insert(admins)
        .values({ ...row, createdAt: now, updatedAt: now })
        .returning()
        .get(),
    );
    record(tx, "operator", {
      action: "admin.register",
      target: `admin ${admin.id}`,
      after: { name: admin.name, role: admin.role, active: admin.active },
    });
    return admin;
  });
}

/** Gives somebody a new password and signs them out everywhere. Throws `not_found`. */
export async function resetPassword(input: z.output<typeof PasswordByHand>): Promise<Admin> {
  const passwordHash = await hashPassword(input.password);

  return inTransaction((tx) => {
    const admin = tx
      .update(admins)
      .set({ passwordHash, updatedAt: Date.now() })
      .where(eq(admins.email, input.email))
      .returning()
      .get();
    if (!admin) throw new DomainError("not_found", `Nobody signs in as ${input.email}`);
    tx.delete(sessions).where(eq(sessions.adminId, admin.id)).run();
    const { name } = admin;
    record(tx, "operator", {
      action: "admin.password",
      target: `admin ${admin.id}`,
      before: { name },
      after: { name },
    });
    return withoutHash(admin);
  });
}
