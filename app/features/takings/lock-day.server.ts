import { and, eq, ne, sql } from "drizzle-orm";
import type { Tx } from "db/connection.server";
import { lockedDays, payments, refunds } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor } from "~/features/auth/permissions";
import type { RefundRow } from "~/features/payments/ledger.server";
import { isStillDue } from "~/features/reconcile/find-rows.server";
import { sumFields } from "~/api/impersonal-fields";
import { enqueueEvent } from "~/features/webhooks/enqueue-event.server";
import { formatShortDate } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { formatCount } from "~/lib/intl";
import { toLocalDate } from "~/lib/time-zone.server";
import { transaction } from "~/lib/write-transaction.server";
import { sumsOfDay } from "./money-lines.server";

/**
 * Nothing is added to that day's takings any more: what still comes counts on the next day. Cannot be taken back;
 * repeating it changes nothing. Throws `forbidden`, `invalid` for a day to come, and `conflict` while something of the
 * day is to be decided.
 */
export function lockDay(actor: Actor, day: string) {
  authorize(actor, "payments.lock");
  transaction((tx) => {
    if (day > toLocalDate())
      throw new DomainError("invalid", "A day that is still to come cannot be locked");
    if (tx.select().from(lockedDays).where(eq(lockedDays.day, day)).get()) return;
    assertNothingToReview(tx, day);
    tx.insert(lockedDays).values({ day, lockedBy: actor.id, lockedAt: Date.now() }).run();
    recordAudit(tx, actor, { action: "takings.lock", target: `day ${day}` });
    enqueueEvent(tx, "day.closed", () => ({ day, ...sumFields(sumsOfDay(day)), locked: true }));
  });
}

/** Throws `conflict` while payments of that day wait for a decision, or refunds of that day failed and are still due. */
function assertNothingToReview(tx: Tx, day: string) {
  const open = paymentsToReview(tx, day) + failedRefunds(tx, day);
  if (open === 0) return;
  const what = formatCount(open, "payment or refund", "payments or refunds");
  throw new DomainError("conflict", `${formatShortDate(day)} has ${what} to decide about first`);
}

const count = sql<number>`count(*)`;

const paymentsToReview = (tx: Tx, day: string) =>
  tx
    .select({ count })
    .from(payments)
    .where(and(eq(payments.day, day), ne(payments.review, "")))
    .get()?.count ?? 0;

/** One that went out and came back counts on both days; one that never went, on the day on which it was requested. */
const failedRefunds = (tx: Tx, day: string) =>
  tx
    .select()
    .from(refunds)
    .where(eq(refunds.state, "failed"))
    .all()
    .filter((refund) => daysOf(refund).includes(day) && isStillDue(refund, tx)).length;

const daysOf = ({ day, returnedDay, requestedAt }: RefundRow) =>
  day === null ? [toLocalDate(requestedAt)] : [day, returnedDay];
