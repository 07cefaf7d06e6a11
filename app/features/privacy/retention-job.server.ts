import { setImmediate } from "node:timers/promises";
import { and, gt, lte, ne, or, sql } from "drizzle-orm";
import { db, sqlite } from "db/connection.server";
import { messages, orders } from "db/schema";
import { deleteOldRequests } from "~/features/groups/requests.server";
import { recordAudit } from "~/features/audit/record-audit.server";
import { requestLogPurge } from "~/features/maintenance/purge-log.server";
import { addDays } from "~/lib/dates";
import { orderSearch } from "~/features/orders/list/order-search.server";
import { newestOrder } from "~/features/orders/orders.server";
import { transaction } from "~/lib/write-transaction.server";
import { startOfDay, toLocalDate } from "~/lib/time-zone.server";
import { isErased, detectClockJump, markErased } from "./retention-state.server";
import { anonymizeOrders, type Erased } from "./anonymize.server";
import { retentionDays, lastDayToErase } from "./retention.server";

/** Orders per transaction: about 10 ms if all of them are erased. */
const BATCH_SIZE = 500;

let running: Promise<void> | undefined;
let warnedOn: string | undefined;

/** Once a day and after a change of the period, in batches. Throws, once a day, if the clock seems wrong. */
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
      if (from > 0) await setImmediate();
      const batch = eraseOrders(day, from);
      erased.orders += batch.orders;
      erased.emails += batch.emails;
    }
    while (sqlite.open) {
      const deleted = deleteMessages(day);
      erased.messages += deleted;
      if (deleted < BATCH_SIZE) break;
      await setImmediate();
    }
    while (sqlite.open) {
      const deleted = deleteOldRequests(startOfDay(addDays(day, 1)), BATCH_SIZE);
      erased.messages += deleted;
      if (deleted < BATCH_SIZE) break;
      await setImmediate();
    }
  } finally {
    if (sqlite.open) recordRun(erased);
  }
  if (sqlite.open) markErased(day, today);
}

/** Reads first, because most batches need no write lock. */
function eraseOrders(day: string, from: number) {
  const due = and(
    gt(orders.seq, from),
    lte(orders.seq, from + BATCH_SIZE),
    lte(orders.visitDate, day),
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
  orderSearch.update(BATCH_SIZE); // otherwise the entire run would be indexed at once
  return erased;
}

/** Deletes the oldest messages up to and including the day; `seq` rises with time. */
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
  requestLogPurge();
}
