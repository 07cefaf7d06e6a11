import { setTimeout as sleep } from "node:timers/promises";
import { and, asc, desc, eq, gt, inArray, max, or, sql } from "drizzle-orm";
import { db } from "db/client.server";
import { audit } from "db/schema";
import { allow, type Actor } from "~/features/auth/permissions";
import { pageOf, type Page } from "~/lib/pagination.schema";
import { countRows, onPage, sorted } from "~/lib/pagination.server";
import { isFound, newestContain, newestWhere, scanNote } from "~/lib/full-text-search.server";
import { inSlices } from "~/lib/run-in-chunks.server";
import { chained } from "./hash-chain.server";

export type AuditRow = typeof audit.$inferSelect;

type AuditQuery = {
  /** Only records about this target, such as `order ZV-7G3K`. */
  target?: string;
  /** Part of a target or of the name of who it was; a whole target. */
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
  const typed = q.trim();
  const found = typed ? newestWhere(audit.id, whoOrWhat(typed)) : undefined;
  const where = and(
    target ? eq(audit.target, target) : undefined,
    found && isFound(audit.id, found),
  );
  const keys = target ? undefined : found;
  const total = keys?.length ?? (where ? countRows(audit, where) : countAll());
  const order = [{ by: audit.id, descending: true }];
  const items = db
    .select()
    .from(audit)
    .where(onPage(audit.id, { where, keys, order, total, page, limit }))
    .orderBy(...sorted(order))
    .all();
  const note = found && scanNote(audit.id, found, "whole targets");
  return { items, pagination: pageOf(total, page, limit), note };
}

/** Matches a whole target, or an order number alone, of any age; parts, and names, among the newest records only. */
const whoOrWhat = (typed: string) =>
  or(
    inArray(audit.target, [typed, `order ${typed.toUpperCase()}`]),
    newestContain(audit.id, [audit.target, audit.actorName], typed),
  );

/** Who has done this to it last; undefined when nobody ever has. */
export const whoDid = (action: string, target: string) =>
  db
    .select({ id: audit.actorId, name: audit.actorName })
    .from(audit)
    .where(and(eq(audit.target, target), eq(audit.action, action)))
    .orderBy(desc(audit.id))
    .get();

/** Whether somebody has ever done this to it. */
export const wasDone = (action: string, target: string) => whoDid(action, target) !== undefined;

/** Records are numbered without a gap, and never removed. */
const countAll = () =>
  db
    .select({ last: max(audit.id) })
    .from(audit)
    .get()?.last ?? 0;

/**
 * `brokenAt`: the first record that does not follow from the one before. `isReading`: the check is still going
 * on, and this is its result so far.
 */
type AuditCheck = {
  records: number;
  brokenAt: number | null;
  fromStartAt: number;
  isReading: boolean;
};

type Known = { id: number; hash: string; records: number; fromStartAt: number };

/** Records read per turn. */
const BATCH = 100;
const TRUST_MS = 10 * 60_000;
const START = { id: 0, hash: "", records: 0 };

let known: Known = { ...START, fromStartAt: 0 };
let brokenAt: number | null = null;
let reading: Promise<void> | undefined;

/**
 * Whether every record still follows from the one before. Records verified in the last minutes are not read
 * again, only later ones; `again` reads from the start. Answers when all is read or after `patience` ms, and then
 * reads on in the background.
 */
export async function verifyAudit(
  actor: Actor,
  again = false,
  patience = Infinity,
): Promise<AuditCheck> {
  allow(actor, "audit.read");
  if (!reading) {
    const isTrusted = !again && known.fromStartAt > Date.now() - TRUST_MS && isStillThere(known);
    if (!isTrusted) known = { ...START, fromStartAt: Date.now() };
    brokenAt = null;
    reading = inSlices(readOn).finally(() => (reading = undefined));
  }
  await (patience === Infinity ? reading : Promise.race([reading, sleep(patience)]));
  const { id, records, fromStartAt } = known;
  const isReading = reading !== undefined;
  const isCut = !isReading && brokenAt === null && isCutOff(id);
  return { records, brokenAt: isCut ? id + 1 : brokenAt, fromStartAt, isReading };
}

function readOn(): "more" | "done" {
  const rows = after(known.id);
  for (const { id, hash, ...row } of rows) {
    if (chained(known.hash, row) !== hash) {
      brokenAt = id;
      return "done";
    }
    known = { ...known, id, hash, records: known.records + 1 };
  }
  return rows.length < BATCH ? "done" : "more";
}

const after = (id: number) =>
  db.select().from(audit).where(gt(audit.id, id)).orderBy(asc(audit.id)).limit(BATCH).all();

const isStillThere = ({ id, hash }: Known) =>
  db.select({ hash: audit.hash }).from(audit).where(eq(audit.id, id)).get()?.hash === hash;

/** A chain cannot show that its last records are missing; the table's counter can. */
function isCutOff(lastId: number) {
  const counter = db.get<{ seq: number } | undefined>(
    sql`SELECT seq FROM sqlite_sequence WHERE name = 'audit'`,
  );
  return (counter?.seq ?? 0) > lastId;
}
