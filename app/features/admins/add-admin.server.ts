import { and, eq, ne } from "drizzle-orm";
import type { Tx } from "db/client.server";
import { admins } from "db/schema";
import type { Actor, Role } from "~/features/auth/permissions";
import { record } from "~/features/audit/record-audit.server";
import { newId } from "~/lib/ids.server";
import { DomainError } from "~/lib/errors";
import { EMAIL_KNOWN } from "~/lib/error-messages";
import { withoutHash, type Admin } from "./admin.types";

type Added = {
  id?: string;
  name: string;
  email: string;
  passwordHash: string;
  role: Role;
  active?: boolean;
};

/** Adds an account. The callers check who may. Throws `conflict` for a taken e-mail. */
export function addAdmin(tx: Tx, actor: Actor | "operator", added: Added): Admin {
  refuseTakenEmail(tx, added.email, EMAIL_KNOWN);
  const now = Date.now();
  const row = { id: newId(now), ...added, createdAt: now, updatedAt: now };
  const admin = withoutHash(tx.insert(admins).values(row).returning().get());
  record(tx, actor, {
    action: "admin.register",
    target: `admin ${admin.id}`,
    after: { name: admin.name, role: admin.role, active: admin.active },
  });
  return admin;
}

/** Throws `conflict` when an account other than `except` has this e-mail. */
export function refuseTakenEmail(tx: Tx, email: string, message: string, except = "") {
  const taken = tx
    .select({ id: admins.id })
    .from(admins)
    .where(and(eq(admins.email, email), ne(admins.id, except)))
    .get();
  if (taken) throw new DomainError("conflict", message, [{ path: "email", message }]);
}
