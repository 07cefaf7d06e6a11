import { statSync } from "node:fs";
import { sqlite } from "db/connection.server";
import { hasStandby } from "db/standby.server";
import { cutOldFrames, logSalt } from "db/write-ahead-log.server";
import { logError } from "~/lib/http/logger.server";
import { setValue } from "~/lib/key-value-store.server";
import { transaction } from "~/lib/write-transaction.server";

/** Litestream's own copies of the log, beside the database, are removed two rounds of the log later. */
const ROUNDS = 2;

/** Minutes without a new round of the log, after which Litestream cannot be running. */
const PATIENCE = 10;

/** Litestream still reads the end of a round for a moment after the next one has begun. */
const SETTLED_MS = 5_000;

/** Litestream begins a new round at 40 MB. */
const MOST_BYTES = 64 * 1024 * 1024;

/** What was erased before this start may still be in the log. */
let roundsDue = ROUNDS;
let last: { salt: string | undefined; minutes: number } | undefined;
/** Waits for a round to last; there is never a second, which would count the same round again. */
let settling: NodeJS.Timeout | undefined;

/** Erased data stays readable in the write-ahead log until that is cleared. */
export function requestLogPurge() {
  roundsDue = ROUNDS;
  last = undefined;
  clearInterval(settling);
}

/** Once a minute: empties the write-ahead log if something was erased. A reader, such as a backup, delays it. */
export function purgeLog() {
  if (sqlite.memory) return; // without a file there is no log
  if (hasStandby()) followStandby();
  else if (roundsDue > 0 && truncateLog()) roundsDue = 0;
}

/**
 * Litestream prevents truncating, and begins a new round of the log about once a minute if something was written. So
 * this waits for new rounds, and each time cuts off what is left of the one before. Throws when Litestream does not run.
 */
function followStandby() {
  const salt = logSalt(sqlite.name);
  const isNew = last !== undefined && last.salt !== salt;
  const minutes = last === undefined || isNew ? 0 : last.minutes + 1;
  last = { salt, minutes };
  if (isNew && roundsDue > 0) endRoundBefore(salt);
  const isTooLarge = sizeOfLog() > MOST_BYTES;
  if (minutes >= PATIENCE && (roundsDue > 0 || isTooLarge) && truncateLog()) {
    roundsDue = 0;
    throw new Error(
      "Litestream does not run: REPLICA_RETENTION_DAYS is set, and nothing reads the log",
    );
  }
  // A round ends only once something was written in it.
  if (roundsDue > 0) transaction((tx) => setValue(tx, "log_purge", String(Date.now())), "none");
}

/** Cuts off what is left of earlier rounds, once one has lasted for a moment. A failure is repeated with the next round. */
function endRoundBefore(salt: string | undefined) {
  let seen = salt;
  clearInterval(settling);
  settling = setInterval(() => {
    if (!sqlite.open) return clearInterval(settling);
    try {
      const present = logSalt(sqlite.name);
      if (present !== seen) return void (seen = present);
      transaction(() => cutOldFrames(sqlite.name, pageBytes()), "none");
      roundsDue = Math.max(0, roundsDue - 1);
    } catch (error) {
      logError("The write-ahead log still holds what was erased", error);
    }
    clearInterval(settling);
  }, SETTLED_MS).unref();
}

const pageBytes = () => sqlite.pragma("page_size", { simple: true }) as number;

const sizeOfLog = () => statSync(`${sqlite.name}-wal`, { throwIfNoEntry: false })?.size ?? 0;

/** False while a reader needs the log. */
function truncateLog() {
  const busyTimeout: unknown = sqlite.pragma("busy_timeout", { simple: true });
  sqlite.pragma("busy_timeout = 0");
  try {
    return sqlite.pragma("wal_checkpoint(TRUNCATE)", { simple: true }) === 0;
  } finally {
    sqlite.pragma(`busy_timeout = ${String(busyTimeout)}`);
  }
}
