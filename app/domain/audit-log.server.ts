import { setImmediate as breathe } from "node:timers/promises";
import { and, asc, desc, eq, gt, sql } from "drizzle-orm";
import { db } from "db/client.server";
import { audit } from "db/schema";
import { allow, type Actor } from "./access";
import { chained } from "./audit-seal.server";
import { pageOf, type Page } from "./listing";
import { countRows } from "./rows.server";
import { anyContains } from "./search.server";

export type AuditRow = typeof audit.$inferSelect;

type AuditQuery = {
  /** Of one thing only, such as `order ZV-7F3K`. */
  target?: string;
  /** A part of what was changed. */
  q?: string;
  page?: number;
  limit?: number;
};

/** What was changed and by whom, newest first. */
export function listAudit(
  actor: Actor,
  { target, q = "", page = 1, limit = 50 }: AuditQuery,
): Page<AuditRow> {
  allow(actor, "audit.read");
  const where = and(
    target ? eq(audit.target, target) : undefined,
    anyContains([audit.target], q.trim()),
  );
  const items = db
    .select()
    .from(audit)
    .where(where)
    .orderBy(desc(audit.id))
    .limit(limit)
    .offset((page - 1) * limit)
    .all();
  return { items, pagination: pageOf(countRows(audit, where), page, limit) };
}

/** `brokenAt`: the first record that does not follow from the one before. */
export type AuditCheck = { records: number; brokenAt: number | null; fromStartAt: number };

type Known = { id: number; hash: string; records: number; fromStartAt: number };

const BATCH = 1_000;
const TRUST_MS = 10 * 60_000;
const START = { id: 0, hash: "", records: 0 };

let known: Known = { ...START, fromStartAt: 0 };

/**
 * Whether every record still follows from the one before. What was found sound within the last minutes is
 * not read again, only what came after it; `again` reads from the start. Between batches others get their turn.
 */
export async function verifyAudit(actor: Actor, again = false): Promise<AuditCheck> {
  allow(actor, "audit.read");
  const isTrusted = !again && known.fromStartAt > Date.now() - TRUST_MS && isStillThere(known);
  let at: Known = isTrusted ? known : { ...START, fromStartAt: Date.now() };

  for (let rows = after(at.id); rows.length > 0; rows = after(at.id)) {
    for (const { id, hash, ...row } of rows) {
      if (chained(at.hash, row) !== hash) {
        return { records: at.records, brokenAt: id, fromStartAt: at.fromStartAt };
      }
      at = { ...at, id, hash, records: at.records + 1 };
    }
    await breathe();
  }
  known = at;
  return {
    records: at.records,
    brokenAt: isCutOff(at.id) ? at.id + 1 : null,
    fromStartAt: at.fromStartAt,
  };
}

const after = (id: number) =>
  db.select().from(audit).where(gt(audit.id, id)).orderBy(asc(audit.id)).limit(BATCH).all();

const isStillThere = ({ id, hash }: Known) =>
  db.select({ hash: audit.hash }).from(audit).where(eq(audit.id, id)).get()?.hash === hash;

/** A chain cannot miss what stood after its end; the counter of the table does. */
function isCutOff(lastId: number) {
  const counter = db.get<{ seq: number } | undefined>(
    sql`SELECT seq FROM sqlite_sequence WHERE name = 'audit'`,
  );
  return (counter?.seq ?? 0) > lastId;
}
