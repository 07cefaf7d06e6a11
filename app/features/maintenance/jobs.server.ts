import { checkInWorker } from "db/backup-worker.client.server";
import { sqlite } from "db/connection.server";
import { enterReadOnlyMode } from "db/read-only.server";
import { maintainImports } from "~/features/animal-import/run-import.server";
import { newestAudit } from "~/features/audit/record-audit.server";
import { deleteExpiredSessions } from "~/features/auth/sessions.server";
import { deleteExpiredTrust } from "~/features/auth/factor/trusted-devices.server";
import { purgeOldMail } from "~/features/mail/enqueue-mail.server";
import { messageSearch } from "~/features/messages/messages.server";
import { expireOverdue } from "~/features/orders/expire-orders.server";
import { purgeUndoableChanges } from "~/features/orders/undo/undo-status.server";
import { orderSearch } from "~/features/orders/list/order-search.server";
import { purgeIdempotencyKeys } from "~/features/orders/create-order.server";
import { runRetention } from "~/features/privacy/retention-job.server";
import { recalculateSalesDays } from "~/features/reports/recompute-sales.server";
import { purgeOldDeliveries } from "~/features/webhooks/deliveries.server";
import { runInChunks } from "~/lib/run-in-chunks.server";
import { purgeOldScans } from "~/features/gate/sync-scans.server";
import { HOUR_MS } from "~/lib/dates";
import { isBusy } from "~/lib/write-transaction.server";
import {
  runBackupIfDue,
  futureDatedBackups,
  removePartialBackups,
  prunePreMigrationBackups,
} from "./scheduled-backups.server";
import { isSending, sendBackupIfDue, stopSending } from "./offsite-backups.server";
import { purgeSearchIndex } from "./purge-search-index.server";

export type OnError = (what: string, error: unknown) => void;

export type OnInfo = (what: string) => void;

const INTERVAL_MS = 60_000;
const START_DELAY_MS = 500; // the first visitors come first
const CHECK_DELAY_MS = 3_000; // its thread takes 10 MB, which a start should not add to its own
const INDEX_BATCH_SIZE = 200;

/** Returns a function that stops the jobs. */
export function startJobs(onError: OnError, onInfo: OnInfo) {
  const first = setTimeout(() => {
    void runSafely(recalculateSalesDays, onError);
    void runJobs(onError);
  }, START_DELAY_MS);
  const check = setTimeout(() => void checkIntegrity(onError), CHECK_DELAY_MS);
  const interval = setInterval(() => {
    void runJobs(onError);
    void runBackup(onError, onInfo);
    void runSafely(() => sendBackupIfDue(Date.now(), onError, onInfo), onError);
    void runSafely(() => logNewestAudit(onInfo), onError);
  }, INTERVAL_MS);
  for (const timer of [first, check, interval]) timer.unref();
  return () => {
    clearTimeout(first);
    clearTimeout(check);
    clearInterval(interval);
    stopSending();
  };
}

export async function runBackup(onError: OnError, onInfo: OnInfo) {
  try {
    const backup = runBackupIfDue(Date.now(), onInfo);
    if (!backup) return;
    await backup;
    for (const name of futureDatedBackups())
      onError("A backup is dated in the future, and does not count", name);
  } catch (error) {
    onError("The backup failed", error);
  }
}

let auditLoggedAt = 0;

/** Once an hour: outside the database, so that a chain that was calculated anew does not fit the log. */
export function logNewestAudit(onInfo: OnInfo, now = Date.now()) {
  if (now - auditLoggedAt < HOUR_MS) return;
  auditLoggedAt = now;
  const newest = newestAudit();
  if (newest) onInfo(`Audit record ${newest.id} has the hash ${newest.hash}`);
}

/** Checks the file in a worker. After damage is found the app is read-only: further writes could be lost. */
export async function checkIntegrity(onError: OnError) {
  if (sqlite.memory) return;
  try {
    await checkInWorker(sqlite.name);
  } catch (error) {
    if (!isDamage(error)) return onError("The database could not be checked", error);
    enterReadOnlyMode();
    onError("The database is damaged, and nothing is written: restore a backup", error);
  }
}

/** Damage has no error code; a failure to start the worker or to open a file has one. */
const isDamage = (error: unknown) =>
  !(error instanceof Error && "code" in error) ||
  /^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(String(error.code));

const JOBS = [
  () => runInChunks(expireOverdue),
  () => runInChunks(purgeIdempotencyKeys),
  () => runInChunks(() => orderSearch.update(INDEX_BATCH_SIZE)),
  () => runInChunks(() => messageSearch.update(INDEX_BATCH_SIZE)),
  () => runInChunks(purgeOldMail),
  () => runInChunks(purgeOldScans),
  () => runInChunks(purgeOldDeliveries),
  purgeUndoableChanges,
  deleteExpiredSessions,
  deleteExpiredTrust,
  prunePreMigrationBackups,
  () => removePartialBackups(isSending()),
  runRetention,
  purgeSearchIndex,
  maintainImports,
];

let running: Promise<void> | undefined;

export function runJobs(onError: OnError) {
  running ??= runAllJobs(onError).finally(() => (running = undefined));
  return running;
}

async function runAllJobs(onError: OnError) {
  for (const job of JOBS) await runSafely(job, onError);
}

/** Failures go to the log; a busy database is not one, because the next round tries again. */
async function runSafely(job: () => unknown, onError: OnError) {
  try {
    await job();
  } catch (error) {
    if (!isBusy(error)) onError("The upkeep failed", error);
  }
}
