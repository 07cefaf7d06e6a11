import { statfsSync } from "node:fs";
import { sql } from "drizzle-orm";
import { sqlite, takesWrites } from "db/client.server";
import { settings } from "~/env.server";
import { inTransaction } from "~/lib/write-transaction.server";

/** A zoo needs room for a day of bookings and the copy of a backup. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

class NotReally extends Error {}

/** What keeps the site from taking bookings right now, in words; nothing when it can. */
export function whatIsWrong(): string[] {
  return [cannotWrite(), lacksSpace()].filter((problem) => problem !== undefined);
}

/** Checks whether writing was given up, then tries a write and rolls it back. */
function cannotWrite() {
  if (!takesWrites())
    return "the disk failed or the database is damaged: nothing is written until a restart";
  try {
    inTransaction((tx) => {
      tx.run(sql`INSERT INTO settings (name, value) VALUES ('probe', '')`);
      throw new NotReally();
    }, "nothing");
  } catch (error) {
    return error instanceof NotReally ? undefined : "the database takes no writes";
  }
}

function lacksSpace() {
  if (sqlite.memory) return undefined;
  const { bavail, bsize } = statfsSync(settings.DATA_DIR);
  return bavail * bsize < LEAST_FREE_BYTES ? "the disk is almost full" : undefined;
}
