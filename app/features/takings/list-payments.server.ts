import { and, desc, eq, gte, inArray, lte, sql } from "drizzle-orm";
import { db } from "db/connection.server";
import { payments, refunds } from "db/schema";
import { authorize, type Actor } from "~/features/auth/permissions";
import type { PaymentRow } from "~/features/payments/ledger.server";
import { toPage, type Page } from "~/lib/pagination.schema";
import { countRows, pageCondition } from "~/lib/pagination.server";
import type { PaymentQuery } from "./takings.schema";

export type ListedPayment = PaymentRow & {
  /** What has gone back, in paise. */
  refunded: number;
};

/** One page of the matching payments, newest first. Throws `forbidden`. */
export function listPayments(actor: Actor, query: PaymentQuery): Page<ListedPayment> {
  authorize(actor, "payments.read");
  const { page, limit } = query;
  const where = matching(query);
  const total = countRows(payments, where);
  const order = [{ by: payments.id, descending: true }];
  const rows = db
    .select()
    .from(payments)
    .where(pageCondition(payments.id, { where, order, total, page, limit }))
    .orderBy(desc(payments.id))
    .all();
  return { items: withRefunded(rows), pagination: toPage(total, page, limit) };
}

export function withRefunded(rows: PaymentRow[]): ListedPayment[] {
  const refunded = refundedByPayment(rows.map(({ id }) => id));
  return rows.map((row) => ({ ...row, refunded: refunded.get(row.id) ?? 0 }));
}

const matching = ({ from, to, provider, review }: PaymentQuery) =>
  and(
    from ? gte(payments.day, from) : undefined,
    to ? lte(payments.day, to) : undefined,
    provider.length > 0 ? inArray(payments.provider, provider) : undefined,
    review.length > 0 ? inArray(payments.review, review) : undefined,
  );

function refundedByPayment(ids: number[]) {
  const rows = db
    .select({ id: refunds.paymentId, sum: sql<number>`sum(${refunds.amount})` })
    .from(refunds)
    .where(and(inArray(refunds.paymentId, ids), eq(refunds.state, "succeeded")))
    .groupBy(refunds.paymentId)
    .all();
  return new Map(rows.map(({ id, sum }) => [id, sum]));
}
