import { and, desc, eq, sql } from "drizzle-orm";
import { db } from "db/connection.server";
import { outbox } from "db/schema";
import { isMailConfigured } from "~/env.server";

/** Longer than a greylisting server lets a mail wait. */
const LATE_MS = 15 * 60_000;

/** Since when a mail has waited (UTC ms): one that is to be sent later on purpose does so only from then on. */
const SINCE = sql<number>`CASE WHEN ${outbox.attempts} > 0 THEN ${outbox.createdAt} ELSE ${outbox.nextAttemptAt} END`;
const isWaiting = eq(outbox.state, "waiting");

/**
 * Mails that are still to be sent: how many, and since when the first one has waited (UTC ms), if any has. Without a
 * mail server none waits for one.
 */
export function waitingMails(now = Date.now()) {
  const row = db
    .select({ count: sql<number>`count(*)`, since: sql<number | null>`min(${SINCE})` })
    .from(outbox)
    .where(isWaiting)
    .get();
  const since = row?.since ?? null;
  const hasWaited = isMailConfigured() && since !== null && since <= now;
  return { count: row?.count ?? 0, since: hasWaited ? since : null };
}

/**
 * Mails that have waited for more than 15 minutes: how many, since when (UTC ms), and what the mail server last
 * answered. Null when there is none.
 */
export function lateMails(now = Date.now()) {
  const { since } = waitingMails(now);
  if (since === null || now - since <= LATE_MS) return null;
  const row = db
    .select({ count: sql<number>`count(*)` })
    .from(outbox)
    .where(and(isWaiting, sql`${SINCE} < ${now - LATE_MS}`))
    .get();
  return { count: row?.count ?? 0, since, answer: lastAnswer() };
}

/** To the newest mail that was tried and still waits; blank where nothing answered. */
function lastAnswer() {
  const { attempts, lastError, id } = outbox;
  const row = db
    .select({ lastError })
    .from(outbox)
    .where(and(isWaiting, sql`${attempts} > 0 AND ${lastError} <> ''`))
    .orderBy(desc(id))
    .limit(1)
    .get();
  return row?.lastError ?? "";
}
