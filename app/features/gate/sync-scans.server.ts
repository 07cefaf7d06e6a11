import { and, asc, eq, gt, inArray, isNull, lt } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/client.server";
import { admins, gateScans } from "db/schema";
import { allow, type Actor, type Staff } from "~/features/auth/permissions";
import { record } from "~/features/audit/record-audit.server";
import { DAY_MS, iso } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { countRows } from "~/lib/pagination.server";
import { inTransaction } from "~/lib/write-transaction.server";
import { admit, type ScanAnswer } from "./admit.server";
import { saneTime } from "./evaluate-scan";
import type { Scan } from "./gate.schema";

const KEPT_MS = 30 * DAY_MS;
const MOST_CONFLICTS = 50;
const FORGOTTEN_AT_ONCE = 500;

export type Answered = { key: string; code: string; answer: ScanAnswer };

/**
 * Takes the scans of one device, in their order, each whole or not at all. A scan whose key is known is not
 * repeated: it gets the answer it had. When an offline device had let in more people than the server does, that
 * is kept as a conflict. Throws `mismatch` when a key comes again with another code.
 */
export function reconcile(actor: Actor, scans: Scan[]): Answered[] {
  allow(actor, "tickets.check-in");
  return scans.map((scan) => ({
    key: scan.key,
    code: scan.code,
    answer: inTransaction((tx) => answered(tx, actor, scan) ?? judged(tx, actor, scan), "nothing"),
  }));
}

/** The result of an earlier scan; null for one that was never made, or is long forgotten. */
export function scanUnder(actor: Actor, key: string): Answered | null {
  allow(actor, "tickets.check-in");
  const row = rowUnder(db, key);
  return row && { key, code: row.code, answer: row.answer as ScanAnswer };
}

/** Of the people whom an offline device let in and should not have, the oldest. */
export function openConflicts(actor: Actor) {
  allow(actor, "tickets.check-in");
  return db
    .select({ scan: gateScans, by: admins.name })
    .from(gateScans)
    .leftJoin(admins, eq(admins.id, gateScans.adminId))
    .where(isConflict)
    .orderBy(asc(gateScans.receivedAt), asc(gateScans.key))
    .limit(MOST_CONFLICTS)
    .all()
    .map(({ scan: { key, ahead, answer }, by }) => ({
      key,
      ahead,
      by,
      answer: answer as ScanAnswer,
    }));
}

/** How many there are in all. */
export function countConflicts(actor: Actor) {
  allow(actor, "tickets.check-in");
  return countRows(gateScans, isConflict);
}

/** Marks a conflict as seen by staff; once is enough. Throws `not_found` when there never was such a scan. */
export function dismissConflict(actor: Actor, key: string) {
  allow(actor, "tickets.check-in");
  inTransaction((tx) => {
    const row = tx
      .update(gateScans)
      .set({ dismissedAt: Date.now() })
      .where(and(eq(gateScans.key, key), isConflict))
      .returning()
      .get();
    if (row) {
      const target = targetOf(key, row.answer as ScanAnswer);
      record(tx, actor, { action: "gate.dismiss", target });
    } else if (!rowUnder(tx, key)) throw new DomainError("not_found", "Scan not found");
  }, "nothing");
}

/** Background job. Returns whether there are more. */
export function forgetOldScans(): "more" | "done" {
  const old = db
    .select({ key: gateScans.key })
    .from(gateScans)
    .where(lt(gateScans.receivedAt, Date.now() - KEPT_MS))
    .limit(FORGOTTEN_AT_ONCE);
  const gone = inTransaction(
    (tx) => tx.delete(gateScans).where(inArray(gateScans.key, old)).run(),
    "nothing",
  );
  return gone.changes === FORGOTTEN_AT_ONCE ? "more" : "done";
}

function answered(tx: Tx, actor: Staff, { key, code, ahead }: Scan) {
  const row = rowUnder(tx, key);
  if (!row) return null;
  if (row.code !== code) {
    throw new DomainError("mismatch", "This key belongs to another scan");
  }
  const answer = row.answer as ScanAnswer;
  // The answer was lost on its way, and the device has judged by itself after all.
  if (ahead > row.ahead) {
    tx.update(gateScans).set({ ahead }).where(eq(gateScans.key, key)).run();
    recordConflict(tx, actor, { key, ahead, answer });
  }
  return answer;
}

function judged(tx: Tx, actor: Staff, scan: Scan): ScanAnswer {
  const now = Date.now();
  const { key, code, ahead } = scan;
  const answer = admit(tx, actor, { ...scan, at: saneTime(scan.at, now) });
  const { verdict, admitted, at } = answer;
  tx.insert(gateScans)
    .values({
      ...{ key, code, verdict, answer, admitted, ahead },
      ...{ scannedAt: at, receivedAt: now, adminId: actor.id },
    })
    .run();
  recordConflict(tx, actor, { key, ahead, answer });
  return answer;
}

type Told = { key: string; ahead: number; answer: ScanAnswer };

/** In the audit, where a device has let in more people than we do. */
function recordConflict(tx: Tx, actor: Staff, { key, ahead, answer }: Told) {
  const { admitted, at } = answer;
  if (ahead <= admitted) return;
  record(tx, actor, {
    action: "gate.conflict",
    target: targetOf(key, answer),
    after: { letIn: ahead, admitted, scannedAt: iso(at) },
  });
}

const rowUnder = (reader: Reader, key: string) =>
  reader.select().from(gateScans).where(eq(gateScans.key, key)).get() ?? null;

const targetOf = (key: string, { ticket }: ScanAnswer) =>
  ticket ? `order ${ticket.orderId}` : `scan ${key}`;

const isConflict = and(gt(gateScans.ahead, gateScans.admitted), isNull(gateScans.dismissedAt));
