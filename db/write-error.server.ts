/** `busy`: another process held the lock for too long. `failed`: the disk failed, or the file is damaged. */
type Reason = "busy" | "full" | "failed";

const REASONS: [RegExp, Reason][] = [
  [/^SQLITE_(BUSY|LOCKED)/, "busy"],
  [/^SQLITE_(FULL|IOERR_SHMSIZE)/, "full"],
  [/^SQLITE_(IOERR|CORRUPT|NOTADB|READONLY|CANTOPEN)/, "failed"],
];

export class WriteError extends Error {
  override name = "WriteError";
  readonly reason: Reason;

  constructor(reason: Reason, cause: unknown) {
    super(`Nothing was written: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** Undefined for an error that does not concern the disk or the file. */
export const describeError = (error: unknown) =>
  REASONS.find(([codes]) => codes.test(codeOf(error)))?.[1];

/** True when further writes may corrupt the file: after a failed sync, the next may falsely succeed. */
export const isPermanent = (error: unknown) =>
  describeError(error) === "failed" && /^SQLITE_(IOERR|CORRUPT|NOTADB)/.test(codeOf(error));

/** The SQLite code, also where Drizzle has wrapped the error. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return "code" in error ? String(error.code) : codeOf(error.cause);
}
