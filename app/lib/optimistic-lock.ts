import { DomainError } from "./errors";

/** Throws `conflict` unless the form's version is current. API clients send none. */
export function assertNotStale(
  noun: string,
  { updatedAt }: { updatedAt: number },
  expectedVersion: number | undefined,
) {
  if (expectedVersion === undefined || expectedVersion === updatedAt) return;
  const message = `Someone else has changed this ${noun}. Check it, then save again.`;
  throw new DomainError("conflict", message);
}
