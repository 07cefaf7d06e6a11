import { and, eq, sql } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { outbox } from "db/schema";
import { getValue, setValue } from "~/lib/key-value-store.server";
import { transaction } from "~/lib/write-transaction.server";
import { LEASE_MS, retryDelay } from "./mail.rules";
import { loadMail, skipReason, type Mail, type OutboxRow } from "./mail.server";

/** Rows checked per transaction: this blocks the event loop, and thousands may be waiting. */
const BATCH_SIZE = 20;

const LAST_SERVER_KEY = "mail_server";

/**
 * Records at each start whether there is a mail server. If there was one at the last start too, mail that waited
 * did so because the site was down, and is sent as new. Otherwise it waited for want of a server and may be stale.
 */
export function initOutbox(tx: Tx, hasServer: boolean, now = Date.now()) {
  if (hasServer && getValue(LAST_SERVER_KEY) === "set") {
    const neverAttempted = sql`state = 'waiting' AND attempts = 0`;
    tx.update(outbox).set({ nextAttemptAt: now }).where(neverAttempted).run();
  }
  const next = hasServer ? "set" : "none";
  if (getValue(LAST_SERVER_KEY) !== next) setValue(tx, LAST_SERVER_KEY, next);
}

/**
 * The next mail that is due, for this caller alone to send until its lease runs out; null when there is none.
 * Mails that are out of date are set aside on the way; "more" when that took all the time there was. Takes no
 * lock while nothing is due.
 */
export function claimNext(): Mail | "more" | null {
  const now = Date.now();
  if (!selectDue(db, now)) return null;
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

/** Delivered: it is not tried again. */
export const markSent = ({ id }: Mail) =>
  transaction((tx) => updateRow(tx, id, { state: "sent", sentAt: Date.now(), lastError: "" }), "none");

/**
 * Not delivered: schedules another attempt, or gives up for good, and returns whether it gave up. Changes nothing
 * when another attempt has taken over, which may still succeed.
 */
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

/** Names the index, because SQLite would otherwise sort all waiting mails. */
const selectDue = (reader: Reader, now: number): OutboxRow | undefined =>
  reader
    .select()
    .from(outbox)
    .where(
      sql`${outbox.id} = (SELECT id FROM outbox INDEXED BY outbox_due
        WHERE state = 'waiting' AND next_attempt_at <= ${now} ORDER BY next_attempt_at, id LIMIT 1)`,
    )
    .get();

const updateRow = (tx: Tx, id: number, changes: Partial<OutboxRow>) =>
  void tx.update(outbox).set(changes).where(eq(outbox.id, id)).run();
