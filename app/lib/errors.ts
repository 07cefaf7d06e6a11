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

export type Complaint = { path: string; message: string };

/** A refusal, worded for the person who asked. Anything else that is thrown is a fault of ours. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly complaints: Complaint[];
  /** Seconds to wait, for `too_many` and `busy`. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, complaints: Complaint[] = [], retryAfter?: number) {
    super(message);
    this.name = "DomainError";
    this.code = code;
    this.complaints = complaints;
    this.retryAfter = retryAfter;
  }
}
