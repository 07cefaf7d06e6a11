import { and, asc, eq, gt, inArray, isNull, lt } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { admins, gateDevices, gateScans } from "db/schema";
import { authorize, type Actor, type GateActor } from "~/features/auth/permissions";
import { recordAudit } from "~/features/audit/record-audit.server";
import { DAY_MS, iso } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { countRows } from "~/lib/pagination.server";
import { transaction } from "~/lib/write-transaction.server";
import { admit, type ScanAnswer, type ScannedBy } from "./admission.server";
import { clampScanTime, type GateDay } from "./evaluate-scan";
import type { Scan } from "./gate.schema";
import { loadGateDay } from "./gate.server";
import { scannerOf } from "./scanners.server";
import { scannerName } from "~/features/gate-devices/scanner-name.server";

const RETENTION_MS = 30 * DAY_MS;
const MAX_CONFLICTS = 50;
const PURGE_BATCH_SIZE = 500;

export type SyncResult = { key: string; code: string; answer: ScanAnswer };

/** Each scan has its own transaction; a known key gets its earlier answer. Throws `mismatch` for a reused key. */
export function syncScans(actor: Actor, scans: Scan[]): SyncResult[] {
  authorize(actor, "tickets.check-in");
  return scans.map((scan) => ({
    key: scan.key,
    code: scan.code,
    answer: transaction((tx) => scanFor(tx, actor, scan), "none"),
  }));
}

/**
 * A scan counts as made by who made it, whoever sends it. Made after their access ended it lets nobody in: whom they let
 * in anyway are a conflict, for review.
 */
function scanFor(tx: Tx, sender: GateActor, scan: Scan): ScanAnswer {
  const scanner = scannerOf(tx, sender, scan.by ?? null);
  if (scanner.id === sender.id) return scanOnce(tx, sender, scan);
  const isKnown = findRow(tx, scan.key) !== null;
  const { endedAt } = scanner;
  const isEnded = endedAt !== null && clampScanTime(scan.at, Date.now()) >= endedAt;
  const answer = scanOnce(tx, scanner, { ...scan, isEnded });
  if (!isKnown) {
    const target = auditTarget(scan.key, answer);
    recordAudit(tx, sender, { action: "gate.send", target, after: { scannedBy: scanner.name } });
  }
  return answer;
}

/**
 * Evaluates a scan by today's list, however late it arrives: no device's time opens the gate for a ticket of yesterday.
 * A known key gets its earlier answer. Throws `mismatch` for a reused key.
 */
export const scanOnce = (
  tx: Tx,
  actor: ScannedBy,
  scan: Scan & { isEnded?: boolean },
  day: GateDay = loadGateDay(),
): ScanAnswer => replayScan(tx, actor, scan) ?? evaluateAndStore(tx, actor, scan, day);

export function findScan(actor: Actor, key: string): SyncResult | null {
  authorize(actor, "tickets.check-in");
  const row = findRow(db, key);
  return row && { key, code: row.code, answer: row.answer as ScanAnswer };
}

export function openConflicts(actor: Actor) {
  authorize(actor, "tickets.check-in");
  return db
    .select({ scan: gateScans, by: scannerName })
    .from(gateScans)
    .leftJoin(admins, eq(admins.id, gateScans.adminId))
    .leftJoin(gateDevices, eq(gateDevices.id, gateScans.adminId))
    .where(isConflict)
    .orderBy(asc(gateScans.receivedAt), asc(gateScans.key))
    .limit(MAX_CONFLICTS)
    .all()
    .map(({ scan: { key, admittedOffline, answer }, by }) => ({
      key,
      ahead: admittedOffline,
      by,
      answer: answer as ScanAnswer,
    }));
}

export function countConflicts(actor: Actor) {
  authorize(actor, "tickets.check-in");
  return countRows(gateScans, isConflict);
}

/** People review conflicts: a gate device only checks tickets. */
export const mayDismiss = (actor: GateActor) => !("isDevice" in actor);

/** Marks a conflict as reviewed. Idempotent. Throws `not_found` for an unknown scan, and `forbidden` for a gate device. */
export function dismissConflict(actor: Actor, key: string) {
  authorize(actor, "sign-in");
  authorize(actor, "tickets.check-in");
  transaction((tx) => {
    const row = tx
      .update(gateScans)
      .set({ dismissedAt: Date.now() })
      .where(and(eq(gateScans.key, key), isConflict))
      .returning()
      .get();
    if (row) {
      const target = auditTarget(key, row.answer as ScanAnswer);
      recordAudit(tx, actor, { action: "gate.dismiss", target });
    } else if (!findRow(tx, key)) throw new DomainError("not_found", "Scan not found");
  }, "none");
}

export function purgeOldScans(): "more" | "done" {
  const old = db
    .select({ key: gateScans.key })
    .from(gateScans)
    .where(lt(gateScans.receivedAt, Date.now() - RETENTION_MS))
    .limit(PURGE_BATCH_SIZE);
  const deleted = transaction(
    (tx) => tx.delete(gateScans).where(inArray(gateScans.key, old)).run(),
    "none",
  );
  return deleted.changes === PURGE_BATCH_SIZE ? "more" : "done";
}

function replayScan(tx: Tx, actor: ScannedBy, { key, code, ahead: admittedOffline }: Scan) {
  const row = findRow(tx, key);
  if (!row) return null;
  if (row.code !== code) {
    throw new DomainError("mismatch", "This key belongs to another scan");
  }
  const answer = row.answer as ScanAnswer;
  // The device did not receive the question how many come in, and has let people in offline.
  if (answer.verdict === "party" && admittedOffline > 0) return null;
  // The device did not receive the first answer and evaluated the scan offline.
  if (admittedOffline > row.admittedOffline) {
    tx.update(gateScans).set({ admittedOffline }).where(eq(gateScans.key, key)).run();
    recordConflict(tx, actor, { key, admittedOffline, answer });
  }
  return answer;
}

function evaluateAndStore(
  tx: Tx,
  actor: ScannedBy,
  scan: Scan & { isEnded?: boolean },
  day: GateDay,
): ScanAnswer {
  const now = Date.now();
  const { key, code, ahead: admittedOffline } = scan;
  const at = clampScanTime(scan.at, now);
  const answer = admit(tx, actor, { ...scan, at }, day);
  const { verdict, admitted } = answer;
  const row = {
    ...{ code, verdict, answer, admitted, admittedOffline },
    ...{ scannedAt: at, receivedAt: now, adminId: actor.id },
  };
  tx.insert(gateScans)
    .values({ key, ...row })
    .onConflictDoUpdate({ target: gateScans.key, set: row })
    .run();
  recordConflict(tx, actor, { key, admittedOffline, answer });
  return answer;
}

type ConflictRecord = { key: string; admittedOffline: number; answer: ScanAnswer };

function recordConflict(
  tx: Tx,
  actor: ScannedBy,
  { key, admittedOffline, answer }: ConflictRecord,
) {
  const { admitted, at } = answer;
  if (admittedOffline <= admitted) return;
  recordAudit(tx, actor, {
    action: "gate.conflict",
    target: auditTarget(key, answer),
    after: { letIn: admittedOffline, admitted, scannedAt: iso(at) },
  });
}

const findRow = (reader: Reader, key: string) =>
  reader.select().from(gateScans).where(eq(gateScans.key, key)).get() ?? null;

const auditTarget = (key: string, { ticket }: ScanAnswer) =>
  ticket ? `order ${ticket.orderId}` : `scan ${key}`;

const isConflict = and(
  gt(gateScans.admittedOffline, gateScans.admitted),
  isNull(gateScans.dismissedAt),
);
