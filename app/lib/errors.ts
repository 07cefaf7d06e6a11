export type ErrorCode =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "too_large"
  | "unsupported"
  | "mismatch"
  | "too_many"
  | "busy";

export type FieldIssue = { path: string; message: string };

/** An expected error with a message for the user. Anything else that is thrown is an internal error. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly issues: FieldIssue[];
  /** Seconds to wait, for `too_many` and `busy`. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, issues: FieldIssue[] = [], retryAfter?: number) {
    super(message);
    this.name = "DomainError";
    this.code = code;
    this.issues = issues;
    this.retryAfter = retryAfter;
  }
}
