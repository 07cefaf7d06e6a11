import { inArray, sql } from "drizzle-orm";
import { db, type Tx } from "db/connection.server";
import { prepared } from "db/prepared.server";
import { UNPAID_BY_EXPIRY } from "db/query-plans.server";
import { orders } from "db/schema";
import { skipIfBusy, transaction } from "~/lib/write-transaction.server";
import { STATUS_REASONS } from "./order-status";
import { changeOrderStatus } from "./order-status.server";
import type { Visit } from "~/features/slots/slot";

/**
 * Per transaction: thousands may have expired during downtime. 50 orders free at least the 30 places that one order
 * can need.
 */
const BATCH_SIZE = 50;

/**
 * Cancels expired orders, those of the wanted slot first: a rejected booking rolls back, so that its slot might
 * otherwise never be freed.
 */
export function expireUnpaid(tx: Tx, now: number, wanted?: Visit) {
  if (nextExpiry() > now) return;
  const { visitDate = "", visitSlot = "" } = wanted ?? {};
  const seqs = oldestExpired()
    .all({ now, visitDate, visitSlot })
    .map(({ seq }) => seq);
  const lapsed = tx.select().from(orders).where(inArray(orders.seq, seqs)).all();
  for (const order of lapsed) {
    changeOrderStatus(tx, "site", order, "cancelled", {
      action: "order.expire",
      reason: STATUS_REASONS.notPaid,
    });
  }
}

/** The same in a transaction of its own. Takes no lock when there is nothing to do. */
export function expireOverdue(): "more" | "done" {
  const now = Date.now();
  let next: "more" | "done" = "done";
  if (nextExpiry() > now) return next;
  skipIfBusy(() => {
    transaction((tx) => expireUnpaid(tx, now), "availability");
    next = nextExpiry() <= now ? "more" : "done";
  });
  return next;
}

/** UTC instant at which the next unpaid order expires. */
export const nextExpiry = () => firstExpiry().get()?.expiresAt ?? Infinity;

const firstExpiry = prepared(() =>
  db
    .select({ expiresAt: sql<number | null>`min(expires_at)` })
    .from(UNPAID_BY_EXPIRY)
    .where(sql`status = 'pending'`)
    .prepare(),
);
const oldestExpired = prepared(() =>
  db
    .select({ seq: sql<number>`seq` })
    .from(UNPAID_BY_EXPIRY)
    .where(sql`status = 'pending' AND expires_at <= ${sql.placeholder("now")}`)
    .orderBy(
      sql`(visit_date, visit_slot) = (${sql.placeholder("visitDate")}, ${sql.placeholder("visitSlot")}) DESC`,
      sql`expires_at`,
    )
    .limit(BATCH_SIZE)
    .prepare(),
);
