import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { admins } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor } from "~/features/auth/permissions";
import { DomainError } from "~/lib/errors";
import { assertNotStale } from "~/lib/optimistic-lock";
import { transaction } from "~/lib/write-transaction.server";
import { adminById } from "./admins.server";
import type { AccountRights } from "./rights.schema";

const OWNERS_HAVE_ALL = "An owner has every right. Choose another role first.";

/**
 * Grants and takes single rights of an account, from its next request on. Equal ones change nothing. Throws `forbidden`,
 * `not_found`, and `conflict` for an owner's account and for one that is no longer at `version`.
 */
export function changeRights(actor: Actor, id: string, change: AccountRights, version?: number) {
  authorize(actor, "admins.rights");

  transaction((tx) => {
    const before = adminById(tx, id);
    const { rights, refundLimitPaise } = before;
    if (isDeepStrictEqual({ rights, refundLimitPaise }, change)) return;
    if (before.role === "owner") throw new DomainError("conflict", OWNERS_HAVE_ALL);
    assertNotStale("admin", before, version);
    tx.update(admins)
      .set({ ...change, updatedAt: Date.now() })
      .where(eq(admins.id, id))
      .run();
    recordAudit(tx, actor, {
      action: "admin.rights",
      target: `admin ${id}`,
      before: { ...rights, refundLimitPaise },
      after: { ...change.rights, refundLimitPaise: change.refundLimitPaise },
    });
  });
}
