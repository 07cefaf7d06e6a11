import { and, eq, ne } from "drizzle-orm";
import type { Tx } from "db/connection.server";
import { admins } from "db/schema";
import type { Actor } from "~/features/auth/permissions";
import type { Role } from "~/features/auth/roles";
import { recordAudit } from "~/features/audit/record-audit.server";
import { createId } from "~/lib/ids.server";
import { DomainError } from "~/lib/errors";
import { EMAIL_KNOWN } from "~/lib/error-messages";
import { toPublicAdmin, type Admin } from "./admin.types";

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
  assertEmailAvailable(tx, added.email, EMAIL_KNOWN);
  const now = Date.now();
  const row = { id: createId(now), ...added, createdAt: now, updatedAt: now };
  const admin = toPublicAdmin(tx.insert(admins).values(row).returning().get());
  recordAudit(tx, actor, {
    action: "admin.register",
    target: `admin ${admin.id}`,
    after: { name: admin.name, role: admin.role, active: admin.active },
  });
  return admin;
}

/** Throws `conflict` when an account other than `except` has this e-mail. */
export function assertEmailAvailable(tx: Tx, email: string, message: string, except = "") {
  const taken = tx
    .select({ id: admins.id })
    .from(admins)
    .where(and(eq(admins.email, email), ne(admins.id, except)))
    .get();
  if (taken) throw new DomainError("conflict", message, [{ path: "email", message }]);
}
