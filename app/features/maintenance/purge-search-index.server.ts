import { eq, sql } from "drizzle-orm";
import { db, sqlite, type Reader, type Tx } from "db/client.server";
import { wordsToRewrite } from "db/schema";
import { inSlices } from "~/lib/run-in-chunks.server";
import { inTransaction } from "~/lib/write-transaction.server";
import { zooDay } from "~/lib/time-zone.server";

/** Index pages written per turn, some tenths of a millisecond. */
const PAGES = 4;

/** Turns per round: an index of a million orders takes 1,500, some four seconds of work. */
const AT_ONCE = 2_000;

/**
 * All entries of a frequent piece, such as `gma`, are written in one turn: 10 ms for this many rows, 100 ms for a
 * million. Larger indexes wait for the night.
 */
const LARGE = 50_000;

const writtenRows = sqlite.prepare<[], number>("SELECT total_changes()").pluck();

let roundOf: string | undefined;
/** Whether something was deleted since the log was emptied. */
let isLogToEmpty = false;

/**
 * Rewrites, a few pages at a time, the indexes from which a person's words were deleted: until then they stay
 * legible in the file and in its backups. A large index is begun in the first round of a day, after old data was
 * erased.
 */
export async function rewriteWords() {
  const isFirstOfDay = roundOf !== zooDay();
  roundOf = zooDay();
  isLogToEmpty ||= nextToRewrite(db, true) !== undefined;
  await inSlices(() => rewriteSome(isFirstOfDay), AT_ONCE);
  if (isLogToEmpty && sqlite.open) isLogToEmpty = !emptyLog();
}

/**
 * Empties the write-ahead log, which still holds old versions of pages. Returns false while a reader, such as a
 * backup, needs it; nobody waits for that.
 */
function emptyLog() {
  if (sqlite.memory) return true; // without a file there is no log
  const patience: unknown = sqlite.pragma("busy_timeout", { simple: true });
  sqlite.pragma("busy_timeout = 0");
  try {
    return sqlite.pragma("wal_checkpoint(TRUNCATE)", { simple: true }) === 0;
  } finally {
    sqlite.pragma(`busy_timeout = ${String(patience)}`);
  }
}

function rewriteSome(mayBeginLarge: boolean): "more" | "done" {
  if (!nextToRewrite(db, mayBeginLarge)) return "done";
  return inTransaction((tx) => {
    const next = nextToRewrite(tx, mayBeginLarge);
    if (!next) return "done";
    const { inIndex, asked, begunFor } = next;
    if (begunFor === null) write(tx, inIndex, { begunFor: asked });
    // Negative: begin with all parts of the index. Positive: continue.
    if (merge(tx, inIndex, begunFor === null ? -PAGES : PAGES)) return "more";
    if (begunFor === null || begunFor === asked) {
      tx.delete(wordsToRewrite).where(eq(wordsToRewrite.inIndex, inIndex)).run();
    } else {
      write(tx, inIndex, { begunFor: null }); // more was deleted in the meantime
    }
    return "more";
  }, "nothing");
}

/** Only after the index has caught up with changed orders: until then it still holds the deleted words. */
const nextToRewrite = (reader: Reader, mayBeginLarge: boolean) =>
  reader
    .select()
    .from(wordsToRewrite)
    .where(
      sql`${wordsToRewrite.inIndex} <> 'order_words'
          OR NOT EXISTS (SELECT 1 FROM stale_order_words)`,
    )
    .all()
    .find(
      ({ inIndex, begunFor }) =>
        mayBeginLarge || begunFor !== null || rowsOf(reader, inIndex) <= LARGE,
    );

/** Roughly how many rows it has ever had, as their numbers only rise. */
const rowsOf = (reader: Reader, index: string) =>
  reader.get<{ rows: number | null }>(
    sql`SELECT max(id) AS rows FROM ${sql.identifier(`${index}_docsize`)}`,
  ).rows ?? 0;

const write = (tx: Tx, index: string, changes: { begunFor: number | null }) =>
  tx.update(wordsToRewrite).set(changes).where(eq(wordsToRewrite.inIndex, index)).run();

/** False when nothing was left to do: SQLite counts one change for the command itself. */
function merge(tx: Tx, name: string, pages: number) {
  const before = writtenRows.get() ?? 0;
  const index = sql.identifier(name);
  tx.run(sql`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ${pages})`);
  return (writtenRows.get() ?? 0) - before > 1;
}
