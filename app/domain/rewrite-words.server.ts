import { eq, sql } from "drizzle-orm";
import { db, sqlite, type Tx } from "db/client.server";
import { wordsToRewrite } from "db/schema";
import { inTransaction } from "./transaction.server";

/** Pages of an index that are written in one turn: half a millisecond, seldom more. */
const PAGES = 4;

const writtenRows = sqlite.prepare<[], number>("SELECT total_changes()").pluck();

/**
 * Writes anew, a few pages at a time, an index of words from which somebody's were deleted: until then they stay
 * legible in the file and in its backups. Not before the index has taken in which orders have changed, since
 * these words are in it until then. Answers whether there is more to do.
 */
export function rewriteWords(): "more" | "done" {
  if (!nextToRewrite(db)) return "done";
  return inTransaction((tx) => {
    const next = nextToRewrite(tx);
    if (!next) return "done";
    const { inIndex, asked, begunFor } = next;
    if (begunFor === null) write(tx, inIndex, { begunFor: asked });
    // Below zero: begin with all of the index's parts. Above: go on.
    const isWhole = !merge(tx, inIndex, begunFor === null ? -PAGES : PAGES);
    if (!isWhole) return "more";
    if (begunFor === null || begunFor === asked) {
      tx.delete(wordsToRewrite).where(eq(wordsToRewrite.inIndex, inIndex)).run();
    } else {
      write(tx, inIndex, { begunFor: null }); // more was deleted meanwhile
    }
    return "more";
  }, "nothing");
}

const nextToRewrite = (reader: Tx | typeof db) =>
  reader
    .select()
    .from(wordsToRewrite)
    .where(
      sql`${wordsToRewrite.inIndex} <> 'order_words'
          OR NOT EXISTS (SELECT 1 FROM stale_order_words)`,
    )
    .limit(1)
    .get();

const write = (tx: Tx, name: string, changes: { begunFor: number | null }) =>
  tx.update(wordsToRewrite).set(changes).where(eq(wordsToRewrite.inIndex, name)).run();

/** False where nothing was left to do: SQLite counts one change for the command itself. */
function merge(tx: Tx, name: string, pages: number) {
  const before = writtenRows.get() ?? 0;
  const index = sql.identifier(name);
  tx.run(sql`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ${pages})`);
  return (writtenRows.get() ?? 0) - before > 1;
}
