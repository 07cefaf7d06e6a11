import { DomainError } from "./errors";

/**
 * A form posts everything that it showed when it was opened. Throws `conflict` when somebody has changed that
 * since: `seenAt` is the `updatedAt` that the form was drawn with; API clients name what they change and send
 * none.
 */
export function refuseUnseen(
  what: string,
  { updatedAt }: { updatedAt: number },
  seenAt: number | undefined,
) {
  if (seenAt === undefined || seenAt === updatedAt) return;
  const message = `Someone else has changed this ${what}. Check it, then save again.`;
  throw new DomainError("conflict", message);
}
