import { setImmediate as breathe } from "node:timers/promises";
import { and, gt, lte, ne, or, sql } from "drizzle-orm";
import { db, sqlite } from "db/connection.server";
import { messages, orders } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { addDays } from "~/lib/dates";
import { updateSearchIndex } from "~/features/orders/list/order-search.server";
import { newestOrder } from "~/features/orders/orders.server";
import { transaction } from "~/lib/write-transaction.server";
import { startOfDay, toLocalDate } from "~/lib/time-zone.server";
import { isErased, detectClockJump, markErased } from "./retention-state.server";
import { anonymizeOrders, type Erased } from "./anonymize.server";
import { retentionDays, lastDayToErase } from "./retention.server";

/** Orders checked per turn: some ten milliseconds when all of them are to be erased. */
const BATCH_SIZE = 500;

let running: Promise<void> | undefined;
let warnedOn: string | undefined;

/**
 * Once a day, and when owners change how long contacts are stored: erases the contact data of old orders and
 * deletes old messages, in batches with turns for other work in between. A run that erased something leaves one
 * audit row; an interrupted run starts again at the next upkeep. A clock that is not trusted erases nothing: that
 * throws once a day.
 */
export function runRetention(now = Date.now()) {
  const today = toLocalDate(now);
  const day = lastDayToErase(retentionDays(), now);
  if (running || isErased(day, today)) return running;
  const since = detectClockJump(now);
  if (since !== null) return warnOncePerDay(since, today);
  running = eraseUpTo(day, today).finally(() => (running = undefined));
  return running;
}

function warnOncePerDay(since: string, today: string) {
  if (warnedOn === today) return undefined;
  warnedOn = today;
  throw new Error(
    `No contacts are erased: it is ${today}, and nobody has done anything since ${since}`,
  );
}

async function eraseUpTo(day: string, today: string) {
  const erased: Erased = { orders: 0, messages: 0, emails: 0 };
  try {
    for (let from = 0, to = newestOrder(); from < to && sqlite.open; from += BATCH_SIZE) {
      if (from > 0) await breathe();
      const batch = eraseOrders(day, from);
      erased.orders += batch.orders;
      erased.emails += batch.emails;
    }
    while (sqlite.open) {
      const deleted = deleteMessages(day);
      erased.messages += deleted;
      if (deleted < BATCH_SIZE) break;
      await breathe();
    }
  } finally {
    if (sqlite.open) recordRun(erased);
  }
  if (sqlite.open) markErased(day, today);
}

/** No lock when there is nothing to erase, as on nearly every day for nearly every batch. */
function eraseOrders(day: string, from: number) {
  const due = and(
    gt(orders.seq, from),
    lte(orders.seq, from + BATCH_SIZE),
    lte(sql`+${orders.visitDate}`, day), // by number: no other index is of use here
    or(ne(orders.contactEmail, ""), ne(orders.contactName, ""), ne(orders.contactPhone, "")),
  );
  const seqs = db.select({ seq: orders.seq }).from(orders).where(due).all();
  if (seqs.length === 0) return { orders: 0, emails: 0 };
  const erased = transaction((tx) =>
    anonymizeOrders(
      tx,
      seqs.map(({ seq }) => seq),
    ),
  );
  updateSearchIndex(BATCH_SIZE); // otherwise all of them would be indexed in one turn
  return erased;
}

/** Messages that came on the day or before it, the oldest first. Their numbers rise with time. */
function deleteMessages(day: string) {
  const oldest = sql`SELECT seq, created_at FROM messages ORDER BY seq LIMIT ${BATCH_SIZE}`;
  const due = sql`SELECT seq FROM (${oldest}) WHERE created_at < ${startOfDay(addDays(day, 1))}`;
  const isAny = db.get(sql`${due} LIMIT 1`) !== undefined;
  if (!isAny) return 0;
  const isDue = sql`${messages.seq} IN (${due})`;
  return transaction((tx) => tx.delete(messages).where(isDue).run().changes, "none");
}

function recordRun(erased: Erased) {
  if (Object.values(erased).every((count) => count === 0)) return;
  transaction((tx) =>
    recordAudit(tx, "site", { action: "privacy.expire", target: "privacy", after: erased }),
  );
}
