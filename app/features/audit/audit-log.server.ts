import { setTimeout as sleep } from "node:timers/promises";
import { and, asc, desc, eq, gt, inArray, max, or, sql } from "drizzle-orm";
import { db } from "db/connection.server";
import { audit } from "db/schema";
import { authorize, type Actor } from "~/features/auth/permissions";
import { toPage, type Page } from "~/lib/pagination.schema";
import { countRows, pageCondition, toOrderSql } from "~/lib/pagination.server";
import {
  inFtsResult,
  newestContain,
  newestMatching,
  scanNote,
} from "~/lib/full-text-search.server";
import { searchedOrderId } from "~/features/tickets/ticket-code";
import { searchTerms } from "~/lib/text/search-text";
import { runInChunks } from "~/lib/run-in-chunks.server";
import { chainHash } from "./hash-chain.server";

export type AuditRow = typeof audit.$inferSelect;

type AuditQuery = {
  target?: string;
  q?: string;
  page?: number;
  limit?: number;
};

/** Newest first. Throws `forbidden`. */
export function listAudit(
  actor: Actor,
  { target, q = "", page = 1, limit = 50 }: AuditQuery,
): Page<AuditRow> {
  authorize(actor, "audit.read");
  const search = q.trim();
  const matches = search ? newestMatching(audit.id, matchesActorOrTarget(search)) : undefined;
  const where = and(
    target ? eq(audit.target, target) : undefined,
    matches && inFtsResult(audit.id, matches),
  );
  const keys = target ? undefined : matches;
  const total = keys?.length ?? (where ? countRows(audit, where) : countAll());
  const order = [{ by: audit.id, descending: true }];
  const items = db
    .select()
    .from(audit)
    .where(pageCondition(audit.id, { where, keys, order, total, page, limit }))
    .orderBy(...toOrderSql(order))
    .all();
  const note = matches && scanNote(audit.id, matches, "whole targets");
  return { items, pagination: toPage(total, page, limit), note };
}

/** Exact targets and order numbers match in the entire log, parts and names only in the newest records. */
const matchesActorOrTarget = (search: string) =>
  or(
    inArray(audit.target, [search, `order ${searchedOrderId(search)}`]),
    newestContain(audit.id, [audit.target, audit.actorName], searchTerms(search)),
  );

export const findLastActor = (action: string, target: string) =>
  db
    .select({ id: audit.actorId, name: audit.actorName })
    .from(audit)
    .where(and(eq(audit.target, target), eq(audit.action, action)))
    .orderBy(desc(audit.id))
    .get();

export const hasEvent = (action: string, target: string) =>
  findLastActor(action, target) !== undefined;

/** Ids have no gaps, and records are never removed. */
const countAll = () =>
  db
    .select({ last: max(audit.id) })
    .from(audit)
    .get()?.last ?? 0;

type VerifiedPart = { id: number; hash: string; records: number; startedAt: number };

const BATCH_SIZE = 100;
const TRUSTED_FOR_MS = 10 * 60_000;
const START = { id: 0, hash: "", records: 0 };

let verified: VerifiedPart = { ...START, startedAt: 0 };
let firstInvalid: number | null = null;
let verification: Promise<void> | undefined;

/** Continues after the records of the last ten minutes, unless `fromStart`. Returns after `budgetMs` at the latest. */
export async function verifyAudit(actor: Actor, fromStart = false, budgetMs = Infinity) {
  authorize(actor, "audit.read");
  if (!verification) {
    const isTrusted =
      !fromStart && verified.startedAt > Date.now() - TRUSTED_FOR_MS && anchorExists(verified);
    if (!isTrusted) verified = { ...START, startedAt: Date.now() };
    firstInvalid = null;
    verification = runInChunks(verifyNextBatch).finally(() => (verification = undefined));
  }
  await (budgetMs === Infinity ? verification : Promise.race([verification, sleep(budgetMs)]));
  const { id, records, startedAt } = verified;
  const isRunning = verification !== undefined;
  const isShortened = !isRunning && firstInvalid === null && isTruncated(id);
  return {
    records,
    firstInvalid: isShortened ? id + 1 : firstInvalid,
    startedAt,
    isRunning,
  };
}

function verifyNextBatch(): "more" | "done" {
  const rows = recordsAfter(verified.id);
  for (const { id, hash, ...row } of rows) {
    if (chainHash(verified.hash, row) !== hash) {
      firstInvalid = id;
      return "done";
    }
    verified = { ...verified, id, hash, records: verified.records + 1 };
  }
  return rows.length < BATCH_SIZE ? "done" : "more";
}

const recordsAfter = (id: number) =>
  db.select().from(audit).where(gt(audit.id, id)).orderBy(asc(audit.id)).limit(BATCH_SIZE).all();

const anchorExists = ({ id, hash }: VerifiedPart) =>
  db.select({ hash: audit.hash }).from(audit).where(eq(audit.id, id)).get()?.hash === hash;

/** The chain does not reveal that its last records are missing; the table's counter does. */
function isTruncated(lastId: number) {
  const counter = db.get<{ seq: number } | undefined>(
    sql`SELECT seq FROM sqlite_sequence WHERE name = 'audit'`,
  );
  return (counter?.seq ?? 0) > lastId;
}
