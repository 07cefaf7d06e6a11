import { and, eq, sql } from "drizzle-orm";
import { db, sqlite } from "db/connection.server";
import { prepared } from "db/prepared.server";
import { orderSearchQueue, searchPurgeQueue } from "db/schema";
import { runInChunks } from "~/lib/run-in-chunks.server";
import { transaction } from "~/lib/write-transaction.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { purgeLog, requestLogPurge } from "./purge-log.server";

/** Index pages written per turn of the event loop: some tenths of a millisecond. */
const PAGES = 4;

/** Rows of an index that is rewritten only in the first run of a day: one turn may then take 10 ms or more. */
const LARGE_INDEX_ROWS = 50_000;

const totalChanges = prepared(() => sqlite.prepare<[], number>("SELECT total_changes()").pluck());

let lastRunDay: string | undefined;

/** How many requests of an index the log was purged for: one that waits for midnight is not purged for every minute. */
const seen = new Map<string, number>();

/** Deleted personal data stays readable in the file and its backups until its search index is rewritten. */
export async function purgeSearchIndex() {
  const isFirstOfDay = lastRunDay !== toLocalDate();
  lastRunDay = toLocalDate();
  for (const { searchIndex, requests } of db.select().from(searchPurgeQueue).all()) {
    if (seen.get(searchIndex) !== requests) requestLogPurge();
    seen.set(searchIndex, requests);
    const isLarge = rowsOf(searchIndex) > LARGE_INDEX_ROWS;
    if (hasDeletedOrders(searchIndex) || (isLarge && !isFirstOfDay)) continue;
    await rewrite(searchIndex);
    if (!sqlite.open) return;
    markPurged(searchIndex, requests);
    requestLogPurge();
  }
  if (sqlite.open) purgeLog();
}

/** Until its queue is empty, the index of orders still holds deleted text. */
const hasDeletedOrders = (searchIndex: string) =>
  searchIndex === "order_search" && db.select().from(orderSearchQueue).limit(1).get() !== undefined;

/** An upper estimate: the highest row number. */
const rowsOf = (searchIndex: string) =>
  db.get<{ rows: number | null }>(
    sql`SELECT max(id) AS rows FROM ${sql.identifier(`${searchIndex}_docsize`)}`,
  ).rows ?? 0;

/** A negative number of pages begins with all parts of the index, a positive one continues. */
function rewrite(searchIndex: string) {
  let pages = -PAGES;
  return runInChunks(() => {
    const isDone = !merge(searchIndex, pages);
    pages = PAGES;
    return isDone ? "done" : "more";
  });
}

/** False when nothing was left to do: SQLite counts one change for the command itself. */
function merge(searchIndex: string, pages: number) {
  const name = sql.identifier(searchIndex);
  return transaction((tx) => {
    const before = totalChanges().get() ?? 0;
    tx.run(sql`INSERT INTO ${name} (${name}, rank) VALUES ('merge', ${pages})`);
    return (totalChanges().get() ?? 0) - before > 1;
  }, "none");
}

/** Keeps the request if more was deleted in the meantime. */
function markPurged(searchIndex: string, requests: number) {
  const { searchIndex: name, requests: count } = searchPurgeQueue;
  const isSame = and(eq(name, searchIndex), eq(count, requests));
  transaction((tx) => tx.delete(searchPurgeQueue).where(isSame).run(), "none");
}
