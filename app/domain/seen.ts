import { DomainError } from "./errors";

/**
 * A form shows what was there when it was opened, and posts all of it. Throws `conflict` where somebody has changed
 * that since: `seenAt` is the `updatedAt` that the form was drawn with; API clients that name what they change send none.
 */
export function refuseUnseen(
  what: string,
  { updatedAt }: { updatedAt: number },
  seenAt: number | undefined,
) {
  if (seenAt === undefined || seenAt === updatedAt) return;
  const message = `This ${what} was changed meanwhile. Look at it again, then save.`;
  throw new DomainError("conflict", message);
}
