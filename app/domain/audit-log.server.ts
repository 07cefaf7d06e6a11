import { desc, eq, sql } from "drizzle-orm";
import { db } from "db/client.server";
import { audit } from "db/schema";
import { allow, type Actor } from "./access";
import { pageOf, type Page } from "./listing";

export type AuditRow = typeof audit.$inferSelect;

/** What was changed and by whom, newest first; all of it, or of one target such as `order ZV-7F3K`. */
export function listAudit(
  actor: Actor,
  { target, page = 1, limit = 50 }: { target?: string; page?: number; limit?: number },
): Page<AuditRow> {
  allow(actor, "audit.read");
  const where = target ? eq(audit.target, target) : undefined;
  const total = db
    .select({ count: sql<number>`count(*)` })
    .from(audit)
    .where(where)
    .get();
  const items = db
    .select()
    .from(audit)
    .where(where)
    .orderBy(desc(audit.id))
    .limit(limit)
    .offset((page - 1) * limit)
    .all();
  return { items, pagination: pageOf(total?.count ?? 0, page, limit) };
}
