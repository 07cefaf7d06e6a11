import type { DomainError, ErrorCode } from "../errors";

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

export const CROSS_ORIGIN = "Forbidden: the request came from another site";

export const errorHeaders = ({ retryAfter }: DomainError): Record<string, string> =>
  retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };
