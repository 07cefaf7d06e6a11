import { and, eq, sql } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { WAITING_MAILS } from "db/query-plans.server";
import { outbox } from "db/schema";
import { getValue, setValue } from "~/lib/key-value-store.server";
import { transaction } from "~/lib/write-transaction.server";
import { LEASE_MS, retryDelay } from "./mail.rules";
import { loadMail, skipReason, type Mail, type OutboxRow } from "./mail.server";

const BATCH_SIZE = 20;

const LAST_SERVER_KEY = "mail_server";

/** Mails that waited for the site are due now; those that waited for a mail server may be stale. */
export function initOutbox(tx: Tx, hasServer: boolean, now = Date.now()) {
  if (hasServer && getValue(LAST_SERVER_KEY) === "set") {
    const overdue = sql`state = 'waiting' AND attempts = 0 AND next_attempt_at < ${now}`;
    tx.update(outbox).set({ nextAttemptAt: now }).where(overdue).run();
  }
  const next = hasServer ? "set" : "none";
  if (getValue(LAST_SERVER_KEY) !== next) setValue(tx, LAST_SERVER_KEY, next);
}

/** Leases the next due mail; null if there is none. Skips stale mails; "more" when a batch had only those. */
export function claimNext(): Mail | "more" | null {
  const now = Date.now();
  if (!selectDue(db, now)) return null; // without a write lock
  return transaction((tx) => {
    for (let checked = 0; checked < BATCH_SIZE; checked += 1) {
      const row = selectDue(tx, now);
      if (!row) return null;
      const mail = loadMail(row, tx);
      const lastError = skipReason(row, mail, now);
      if (!mail || lastError) {
        updateRow(tx, row.id, { state: "overtaken", lastError });
        continue;
      }
      const attempts = row.attempts + 1;
      const { recipient } = mail;
      updateRow(tx, row.id, { attempts, recipient, nextAttemptAt: now + LEASE_MS, lastError: "" });
      return { ...mail, attempts };
    }
    return "more";
  }, "none");
}

export const markSent = ({ id }: Mail) =>
  transaction(
    (tx) => updateRow(tx, id, { state: "sent", sentAt: Date.now(), lastError: "" }),
    "none",
  );

/** Schedules a retry or gives up; returns true if it gave up. No-op if another attempt holds the lease. */
export function markFailed({ id, attempts }: Mail, lastError: string, isFinal: boolean): boolean {
  const delayMs = isFinal ? undefined : retryDelay(attempts);
  const isOwnAttempt = and(eq(outbox.attempts, attempts), eq(outbox.state, "waiting"));
  const changes =
    delayMs === undefined
      ? ({ state: "failed", lastError } as const)
      : { lastError, nextAttemptAt: Date.now() + delayMs };
  const result = transaction(
    (tx) =>
      tx
        .update(outbox)
        .set(changes)
        .where(and(eq(outbox.id, id), isOwnAttempt))
        .run(),
    "none",
  );
  return result.changes > 0 && delayMs === undefined;
}

const selectDue = (reader: Reader, now: number): OutboxRow | undefined =>
  reader
    .select()
    .from(outbox)
    .where(
      sql`${outbox.id} = (SELECT id FROM ${WAITING_MAILS}
        WHERE state = 'waiting' AND next_attempt_at <= ${now} ORDER BY next_attempt_at, id LIMIT 1)`,
    )
    .get();

const updateRow = (tx: Tx, id: number, changes: Partial<OutboxRow>) =>
  void tx.update(outbox).set(changes).where(eq(outbox.id, id)).run();
