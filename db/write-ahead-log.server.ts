import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync } from "node:fs";

/** The log's format is documented at sqlite.org/fileformat.html#walformat: a header, then frames of one page each. */
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const SALT_BYTES = 8;
const SALT_OF_HEADER = 16;
const SALT_OF_FRAME = 8;

/** Another one each time the log begins anew; undefined without a log. */
export const logSalt = (database: string) =>
  withLog(database, "r", (log) => readSalt(log, SALT_OF_HEADER));

/**
 * When the log begins anew, the frames of its last round stay behind the new ones until they are overwritten. This cuts
 * them off, as SQLite itself does with a `journal_size_limit` of 0. The caller holds the write lock.
 */
export function cutOldFrames(database: string, pageBytes: number) {
  withLog(database, "r+", (log) => {
    const salt = readSalt(log, SALT_OF_HEADER);
    const startOf = (frame: number) => HEADER_BYTES + frame * (FRAME_HEADER_BYTES + pageBytes);
    let current = 0;
    let end = Math.ceil((fstatSync(log).size - HEADER_BYTES) / (FRAME_HEADER_BYTES + pageBytes));
    while (current < end) {
      const middle = Math.floor((current + end) / 2);
      if (readSalt(log, startOf(middle) + SALT_OF_FRAME) === salt) current = middle + 1;
      else end = middle;
    }
    ftruncateSync(log, startOf(current));
    fsyncSync(log);
  });
}

/** SQLite locks the database and its index, never the log: closing a handle of the log releases no lock. */
function withLog<T>(database: string, flags: "r" | "r+", work: (log: number) => T) {
  let log: number;
  try {
    log = openSync(`${database}-wal`, flags);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  try {
    return fstatSync(log).size > HEADER_BYTES ? work(log) : undefined;
  } finally {
    closeSync(log);
  }
}

function readSalt(log: number, at: number) {
  const salt = Buffer.alloc(SALT_BYTES);
  readSync(log, salt, 0, SALT_BYTES, at);
  return salt.toString("hex");
}
