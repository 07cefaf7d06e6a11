import { DomainError } from "../errors";

const LONGEST = 255;

/** The key of a retried API request, if the client sent one. Throws `invalid` for one that is too long. */
export function idempotencyKey(request: Request) {
  const key = request.headers.get("idempotency-key")?.trim();
  if (key && key.length > LONGEST) {
    throw new DomainError("invalid", `Idempotency-Key can have at most ${LONGEST} characters`);
  }
  return key ? `api ${key}` : undefined;
}

/** The key that the booking form carries. */
export const formKey = (typed: string | undefined) =>
  typed ? `form ${typed.slice(0, LONGEST)}` : undefined;
