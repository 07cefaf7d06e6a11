import { and, desc, eq, inArray } from "drizzle-orm";
import { db } from "db/connection.server";
import { audit } from "db/schema";
import type { Staff } from "~/features/auth/permissions";
import { DomainError } from "~/lib/errors";
import { isolate } from "~/lib/text/clean-text";

/** What members of staff have decided about money, as the audit log has it, in the words of an error. */
const DECISIONS = {
  "payment.transfer": "recorded that the money has come",
  "payment.not-found": "noted that it was not found",
  "payment.refund": "refunded it",
  "payment.accept": "accepted it",
  "payment.attach": "attached it to an order",
  "payment.confirm": "confirmed it",
  "payment.refund-again": "requested it again",
  "payment.refund-given": "recorded that the money was given",
  "payment.order-refunded": "marked the order refunded",
  "payment.order-kept": "decided to keep the order",
  "payment.look": "looked at it",
  "payment.event-retry": "tried it again",
  "payment.event-dismiss": "set it aside",
} as const;
export type Decision = keyof typeof DECISIONS;

const lastDecision = (target: string) =>
  db
    .select({ action: audit.action, id: audit.actorId, name: audit.actorName })
    .from(audit)
    .where(and(eq(audit.target, target), inArray(audit.action, Object.keys(DECISIONS))))
    .orderBy(desc(audit.id))
    .limit(1)
    .get();

/**
 * For something that is decided already: whoever did the same has pressed twice. Throws `conflict` for everybody else,
 * with who decided what.
 */
export function assertOwnDecision(actor: Staff, target: string, action: Decision) {
  const last = lastDecision(target);
  if (last?.action === action && last.id === actor.id) return;
  throw new DomainError(
    "conflict",
    last
      ? `${isolate(last.name)} has ${DECISIONS[last.action as Decision]} already`
      : "There is nothing left to decide about it",
  );
}
