import { eq, sql } from "drizzle-orm";
import { db, sqlite, type Reader, type Tx } from "db/connection.server";
import { prepared } from "db/prepared.server";
import { searchPurgeQueue } from "db/schema";
import { runInChunks } from "~/lib/run-in-chunks.server";
import { transaction } from "~/lib/write-transaction.server";
import { toLocalDate } from "~/lib/time-zone.server";

/** Index pages written per turn of the event loop: some tenths of a millisecond. */
const PAGES = 4;

/** Turns per run; an index of a million orders takes 1,500, some four seconds of work. */
const BATCH_SIZE = 2_000;

/** Rows of an index that is rewritten only in the first run of a day: one turn may then take 10 ms or more. */
const LARGE_INDEX_ROWS = 50_000;

const totalChanges = prepared(() => sqlite.prepare<[], number>("SELECT total_changes()").pluck());

let lastRunDay: string | undefined;
/** Whether deleted text may remain in the write-ahead log. */
let needsCheckpoint = false;

/**
 * Rewrites search indexes from which personal data was deleted: until then it stays readable in the file and in its
 * backups. Starts a large index only in the first run of a day, after the retention job.
 */
export async function purgeSearchIndex() {
  const isFirstOfDay = lastRunDay !== toLocalDate();
  lastRunDay = toLocalDate();
  needsCheckpoint ||= nextToRewrite(db, true) !== undefined;
  await runInChunks(() => purgeBatch(isFirstOfDay), BATCH_SIZE);
  if (needsCheckpoint && sqlite.open) needsCheckpoint = !checkpointWal();
}

/** Truncates the write-ahead log, which holds old page versions. Returns false while a reader, such as a backup, needs it. */
function checkpointWal() {
  if (sqlite.memory) return true; // without a file there is no log
  const busyTimeout: unknown = sqlite.pragma("busy_timeout", { simple: true });
  sqlite.pragma("busy_timeout = 0");
  try {
    return sqlite.pragma("wal_checkpoint(TRUNCATE)", { simple: true }) === 0;
  } finally {
    sqlite.pragma(`busy_timeout = ${String(busyTimeout)}`);
  }
}

function purgeBatch(mayBeginLarge: boolean): "more" | "done" {
  if (!nextToRewrite(db, mayBeginLarge)) return "done";
  return transaction((tx) => {
    const next = nextToRewrite(tx, mayBeginLarge);
    if (!next) return "done";
    const { searchIndex, requests, startedFor } = next;
    if (startedFor === null) write(tx, searchIndex, { startedFor: requests });
    // Negative: begin with all parts of the index. Positive: continue.
    if (merge(tx, searchIndex, startedFor === null ? -PAGES : PAGES)) return "more";
    if (startedFor === null || startedFor === requests) {
      tx.delete(searchPurgeQueue).where(eq(searchPurgeQueue.searchIndex, searchIndex)).run();
    } else {
      write(tx, searchIndex, { startedFor: null }); // more was deleted in the meantime
    }
    return "more";
  }, "none");
}

/** Orders only once their index is up to date: until then it holds the deleted text. */
const nextToRewrite = (reader: Reader, mayBeginLarge: boolean) =>
  reader
    .select()
    .from(searchPurgeQueue)
    .where(
      sql`${searchPurgeQueue.searchIndex} <> 'order_words'
          OR NOT EXISTS (SELECT 1 FROM order_search_queue)`,
    )
    .all()
    .find(
      ({ searchIndex, startedFor }) =>
        mayBeginLarge || startedFor !== null || rowsOf(reader, searchIndex) <= LARGE_INDEX_ROWS,
    );

/** An upper estimate: the highest row number. */
const rowsOf = (reader: Reader, index: string) =>
  reader.get<{ rows: number | null }>(
    sql`SELECT max(id) AS rows FROM ${sql.identifier(`${index}_docsize`)}`,
  ).rows ?? 0;

const write = (tx: Tx, index: string, changes: { startedFor: number | null }) =>
  tx.update(searchPurgeQueue).set(changes).where(eq(searchPurgeQueue.searchIndex, index)).run();

/** False when nothing was left to do: SQLite counts one change for the command itself. */
function merge(tx: Tx, name: string, pages: number) {
  const before = totalChanges().get() ?? 0;
  const index = sql.identifier(name);
  tx.run(sql`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ${pages})`);
  return (totalChanges().get() ?? 0) - before > 1;
}
