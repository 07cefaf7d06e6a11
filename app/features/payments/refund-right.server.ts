import { and, eq, notInArray, sql } from "drizzle-orm";
import type { Tx } from "db/connection.server";
import { refunds } from "db/schema";
import { authorize, type Staff } from "~/features/auth/permissions";
import type { OrderRow } from "~/features/orders/order.types";
import { DomainError } from "~/lib/errors";
import { formatRupees } from "~/lib/money";

/**
 * Whether this person may give back an amount (paise) for an order, together with what has been given back for it.
 * Throws `forbidden`.
 */
export function assertMayRefund(
  tx: Tx,
  by: Staff,
  order: Pick<OrderRow, "seq"> | undefined,
  amount: number,
) {
  authorize(by, "orders.refund");
  const { role, refundLimitPaise: limit } = by;
  if (role === "owner" || limit === null || limit === undefined) return;
  const total = amount + (order ? refundedOrRequested(tx, order.seq) : 0);
  if (total <= limit) return;
  throw new DomainError(
    "forbidden",
    `You may refund up to ${formatRupees(limit)} for an order. Ask an owner to refund this one.`,
  );
}

function refundedOrRequested(tx: Tx, orderSeq: number) {
  const row = tx
    .select({ sum: sql<number>`coalesce(sum(${refunds.amount}), 0)` })
    .from(refunds)
    .where(and(eq(refunds.orderSeq, orderSeq), notInArray(refunds.state, ["failed", "withdrawn"])))
    .get();
  return row?.sum ?? 0;
}
