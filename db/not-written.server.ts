/** Why a change could not be written down. */
type Reason =
  /** Somebody else was writing for too long. */
  | "busy"
  /** There was no room; there may be again. */
  | "full"
  /** The disk or the file let us down. */
  | "failed";

const REASONS: [RegExp, Reason][] = [
  [/^SQLITE_(BUSY|LOCKED)/, "busy"],
  [/^SQLITE_(FULL|IOERR_SHMSIZE)/, "full"],
  [/^SQLITE_(IOERR|CORRUPT|NOTADB|READONLY|CANTOPEN)/, "failed"],
];

/** A change of which nothing was written. */
export class NotWritten extends Error {
  override name = "NotWritten";
  readonly reason: Reason;

  constructor(reason: Reason, cause: unknown) {
    super(`Nothing was written: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** How a failure concerns the disk or the file; undefined for a failure of another kind. */
export const reasonOf = (error: unknown) =>
  REASONS.find(([codes]) => codes.test(codeOf(error)))?.[1];

/** True when going on might make it worse: after a failed sync, the next may only seem to succeed. */
export const isLasting = (error: unknown) =>
  reasonOf(error) === "failed" && /^SQLITE_(IOERR|CORRUPT|NOTADB)/.test(codeOf(error));

/** SQLite's own name for it, also where Drizzle has wrapped it. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return "code" in error ? String(error.code) : codeOf(error.cause);
}
