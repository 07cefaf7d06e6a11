import { and, desc, eq, lt, or, sql } from "drizzle-orm";
import { db } from "db/connection.server";
import { outbox } from "db/schema";
import { isMailConfigured } from "~/env.server";

/** Longer than a greylisting server lets a mail wait. */
const LATE_MS = 15 * 60_000;

/** Mails that wait, however long: how many, and since when the oldest does (UTC ms). */
export function waitingMails() {
  const row = db
    .select({ count: sql<number>`count(*)`, oldest: sql<number | null>`min(${outbox.createdAt})` })
    .from(outbox)
    .where(eq(outbox.state, "waiting"))
    .get();
  return row ?? { count: 0, oldest: null };
}

/**
 * Mails that have waited for more than 15 minutes, but for those to be sent later on purpose: how many, since when the
 * oldest does (UTC ms), and what the mail server last answered. Null when there is none, or no mail server.
 */
export function lateMails(now = Date.now()) {
  if (!isMailConfigured()) return null;
  const { state, attempts, createdAt, nextAttemptAt } = outbox;
  const isDue = or(sql`${attempts} > 0`, lt(nextAttemptAt, now - LATE_MS));
  const isLate = and(eq(state, "waiting"), lt(createdAt, now - LATE_MS), isDue);
  const row = db
    .select({ count: sql<number>`count(*)`, oldest: sql<number | null>`min(${createdAt})` })
    .from(outbox)
    .where(isLate)
    .get();
  if (!row || row.count === 0 || row.oldest === null) return null;
  return { count: row.count, oldest: row.oldest, answer: lastAnswer() };
}

/** The newest attempt of those that wait; blank where none was answered. */
function lastAnswer() {
  const row = db
    .select({ lastError: outbox.lastError })
    .from(outbox)
    .where(
      sql`${outbox.state} = 'waiting' AND ${outbox.attempts} > 0 AND ${outbox.lastError} <> ''`,
    )
    .orderBy(desc(outbox.id))
    .limit(1)
    .get();
  return row?.lastError ?? "";
}
