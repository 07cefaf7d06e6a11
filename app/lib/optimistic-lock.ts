import { DomainError } from "./errors";

/**
 * Throws `conflict` if the record has changed since the form was rendered with version `expectedVersion` (its
 * `updatedAt`). API clients send no version and skip the check.
 */
export function assertNotStale(
  noun: string,
  { updatedAt }: { updatedAt: number },
  expectedVersion: number | undefined,
) {
  if (expectedVersion === undefined || expectedVersion === updatedAt) return;
  const message = `Someone else has changed this ${noun}. Check it, then save again.`;
  throw new DomainError("conflict", message);
}
