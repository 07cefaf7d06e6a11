import { DomainError } from "../errors";

const MAX_KEY_LENGTH = 255;

/** The Idempotency-Key of an API request; each owner has its own keys. Throws `invalid` if it is too long. */
export function idempotencyKey(request: Request, owner: string) {
  const key = request.headers.get("idempotency-key")?.trim();
  if (key && key.length > MAX_KEY_LENGTH) {
    throw new DomainError(
      "invalid",
      `Idempotency-Key can have at most ${MAX_KEY_LENGTH} characters`,
    );
  }
  return key ? `api ${owner} ${key}` : undefined;
}

export const idempotencyKeyFromForm = (typed: string | undefined) =>
  typed ? `form ${typed.slice(0, MAX_KEY_LENGTH)}` : undefined;
