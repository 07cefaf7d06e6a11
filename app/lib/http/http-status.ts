import type { DomainError, ErrorCode } from "../errors";

/** The one table from refusals to HTTP. */
export const STATUS: Record<ErrorCode, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  mismatch: 422,
  too_many: 429,
  busy: 503,
};

/** The refusal of a write by cookie that another site has sent. */
export const ELSEWHERE = "Forbidden: the request came from another site";

/** Headers that go with a refusal. */
export const refusalHeaders = ({ retryAfter }: DomainError): Record<string, string> =>
  retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };
