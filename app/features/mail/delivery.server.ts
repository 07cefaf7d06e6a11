import { and, eq, sql } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/client.server";
import { outbox } from "db/schema";
import { storedValue, storeValue } from "~/lib/key-value-store.server";
import { inTransaction } from "~/lib/write-transaction.server";
import { LEASE_MS, pauseAfter } from "./mail.rules";
import { mailOf, whyNotSend, type Mail, type OutboxRow } from "./mail.server";

/** Rows checked per transaction: this blocks the event loop, and thousands may be waiting. */
const LOOKED_AT_ONCE = 20;

const LAST_SERVER = "mail_server";

/**
 * Records at each start whether there is a mail server. If there was one at the last start too, mail that waited
 * did so because the site was down, and is sent as new. Otherwise it waited for want of a server and may be stale.
 */
export function openOutbox(tx: Tx, hasServer: boolean, now = Date.now()) {
  if (hasServer && storedValue(LAST_SERVER) === "set") {
    const waited = sql`state = 'waiting' AND attempts = 0`;
    tx.update(outbox).set({ nextAttemptAt: now }).where(waited).run();
  }
  const next = hasServer ? "set" : "none";
  if (storedValue(LAST_SERVER) !== next) storeValue(tx, LAST_SERVER, next);
}

/**
 * The next mail that is due, for this caller alone to send until its lease runs out; null when there is none.
 * Mails that are out of date are set aside on the way; "more" when that took all the time there was. Takes no
 * lock while nothing is due.
 */
export function claimMail(): Mail | "more" | null {
  const now = Date.now();
  if (!dueMail(db, now)) return null;
  return inTransaction((tx) => {
    for (let looked = 0; looked < LOOKED_AT_ONCE; looked += 1) {
      const row = dueMail(tx, now);
      if (!row) return null;
      const mail = mailOf(row, tx);
      const lastError = whyNotSend(row, mail, now);
      if (!mail || lastError) {
        update(tx, row.id, { state: "overtaken", lastError });
        continue;
      }
      const attempts = row.attempts + 1;
      const { recipient } = mail;
      update(tx, row.id, { attempts, recipient, nextAttemptAt: now + LEASE_MS, lastError: "" });
      return { ...mail, attempts };
    }
    return "more";
  }, "nothing");
}

/** Delivered: it is not tried again. */
export const mailWasSent = ({ id }: Mail) =>
  inTransaction(
    (tx) => update(tx, id, { state: "sent", sentAt: Date.now(), lastError: "" }),
    "nothing",
  );

/**
 * Not delivered: schedules another attempt, or gives up for good, and returns whether it gave up. Changes nothing
 * when another attempt has taken over, which may still succeed.
 */
export function mailFailed({ id, attempts }: Mail, lastError: string, isFinal: boolean): boolean {
  const pause = isFinal ? undefined : pauseAfter(attempts);
  const isOurs = and(eq(outbox.attempts, attempts), eq(outbox.state, "waiting"));
  const changes =
    pause === undefined
      ? ({ state: "failed", lastError } as const)
      : { lastError, nextAttemptAt: Date.now() + pause };
  const written = inTransaction(
    (tx) =>
      tx
        .update(outbox)
        .set(changes)
        .where(and(eq(outbox.id, id), isOurs))
        .run(),
    "nothing",
  );
  return written.changes > 0 && pause === undefined;
}

/** Names the index, because SQLite would otherwise sort all waiting mails. */
const dueMail = (reader: Reader, now: number): OutboxRow | undefined =>
  reader
    .select()
    .from(outbox)
    .where(
      sql`${outbox.id} = (SELECT id FROM outbox INDEXED BY outbox_due
        WHERE state = 'waiting' AND next_attempt_at <= ${now} ORDER BY next_attempt_at, id LIMIT 1)`,
    )
    .get();

const update = (tx: Tx, id: number, changes: Partial<OutboxRow>) =>
  void tx.update(outbox).set(changes).where(eq(outbox.id, id)).run();
