import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { db, type Tx } from "db/connection.server";
import { prepared } from "db/prepared.server";
import { DUE_DELIVERIES } from "db/query-plans.server";
import { webhookDeliveries as deliveries, webhookEndpoints as endpoints } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { DAY_MS } from "~/lib/dates";
import { plannedOnce, prepareUpdate } from "~/lib/sql.server";
import { groupedTransaction, transaction } from "~/lib/write-transaction.server";
import type { Answer } from "./post-webhook.server";
import { openSecret } from "./signature.server";
import { GONE, LEASE_MS, RETENTION_DAYS, retryDelay } from "./webhook.rules";

export type DeliveryRow = typeof deliveries.$inferSelect;
export type EndpointRow = typeof endpoints.$inferSelect;

/** An attempt that has been claimed. */
export type Claimed = Pick<DeliveryRow, "id" | "messageId" | "event" | "body" | "attempts"> & {
  endpointId: string;
  url: string;
  /** The present one, and an earlier one while it still signs. None where SESSION_SECRET has changed since. */
  secrets: string[];
};

/** Ids of the active endpoints for which something is due. */
export const endpointsWithDue = (now: number): string[] =>
  db
    .select({ id: endpoints.id })
    .from(endpoints)
    .where(
      and(
        eq(endpoints.state, "active"),
        sql`EXISTS (SELECT 1 FROM ${DUE_DELIVERIES} WHERE endpoint_id = ${endpoints.id}
          AND state = 'waiting' AND next_attempt_at <= ${now})`,
      ),
    )
    .all()
    .map(({ id }) => id);

/** Leases the next due delivery of an endpoint; null if there is none. */
export async function claimNext(endpointId: string, now: number): Promise<Claimed | null> {
  if (!nextDue().get({ endpointId, now })) return null; // without a write lock
  return groupedTransaction(() => {
    const row = nextDue().get({ endpointId, now });
    if (!row) return null;
    const { delivery, endpoint } = row;
    const attempts = delivery.attempts + 1;
    saveAttempt(delivery.id, {
      ...{ attempts, lastAttemptAt: now, nextAttemptAt: now + LEASE_MS },
      ...{ status: null, answer: "" },
    });
    const { id, messageId, event, body } = delivery;
    return {
      id,
      messageId,
      event,
      body,
      attempts,
      endpointId,
      url: endpoint.url,
      secrets: secretsOf(endpoint, now),
    };
  }, "none");
}

const saveAttempt = prepareUpdate(
  deliveries,
  "id",
  "attempts",
  "lastAttemptAt",
  "nextAttemptAt",
  "status",
  "answer",
);

function secretsOf({ secret, previousSecret, previousUntil }: EndpointRow, now: number) {
  const sealed = now < (previousUntil ?? 0) ? [secret, previousSecret] : [secret];
  return sealed.map(openSecret).filter((opened) => opened !== undefined);
}

const nextDue = prepared(() =>
  db
    .select({ delivery: deliveries, endpoint: endpoints })
    .from(deliveries)
    .innerJoin(endpoints, eq(endpoints.id, deliveries.endpointId))
    .where(
      and(
        sql`${endpoints.state} = 'active'`,
        sql`${deliveries.id} = (SELECT id FROM ${DUE_DELIVERIES} WHERE endpoint_id = ${plannedOnce("endpointId")}
          AND state = 'waiting' AND next_attempt_at <= ${sql.placeholder("now")} ORDER BY next_attempt_at, created_at, id LIMIT 1)`,
      ),
    )
    .prepare(),
);

/** What an attempt came to. */
export type Outcome = "sent" | "again" | "failed" | "gone";

/**
 * Records the answer to an attempt: the delivery is sent, tried again later, or given up; 410 also ends its endpoint.
 * Of an attempt that another one has overtaken, only success counts.
 */
export const recordAnswer = (claimed: Claimed, answer: Answer, now: number): Promise<Outcome> =>
  groupedTransaction((tx) => {
    const { id, attempts } = claimed;
    const { status, text } = answer;
    const shown = { status, answer: text };
    if (status !== null && status >= 200 && status < 300) {
      saveSuccess(id, { state: "sent", ...shown });
      return "sent";
    }
    const isGone = status === GONE && isStillThere(tx, claimed);
    const delayMs = isGone ? undefined : retryDelay(attempts);
    const next =
      delayMs === undefined ? { state: "failed" as const } : { nextAttemptAt: now + delayMs };
    const isOwnAttempt = and(eq(deliveries.attempts, attempts), eq(deliveries.state, "waiting"));
    tx.update(deliveries)
      .set({ ...next, ...shown })
      .where(and(eq(deliveries.id, id), isOwnAttempt))
      .run();
    if (isGone) return endGone(tx, claimed.endpointId);
    return delayMs === undefined ? "failed" : "again";
  }, "none");

const saveSuccess = prepareUpdate(deliveries, "id", "state", "status", "answer");

/** Not for an address that was replaced while the attempt was under way. */
const isStillThere = (tx: Tx, { endpointId, url }: Claimed) =>
  tx
    .select({ id: endpoints.id })
    .from(endpoints)
    .where(and(eq(endpoints.id, endpointId), eq(endpoints.url, url)))
    .get() !== undefined;

function endGone(tx: Tx, endpointId: string): Outcome {
  const isActive = and(eq(endpoints.id, endpointId), eq(endpoints.state, "active"));
  const ended = tx.update(endpoints).set({ state: "gone" }).where(isActive).run();
  if (ended.changes > 0)
    recordAudit(tx, "site", { action: "webhook.gone", target: `webhook ${endpointId}` });
  dropWaiting(tx, endpointId, "Its endpoint answered 410 Gone");
  return "gone";
}

/** Nothing that waits for an endpoint is sent any more. */
export const dropWaiting = (tx: Tx, endpointId: string, why: string) =>
  tx
    .update(deliveries)
    .set({ state: "dropped", status: null, answer: why })
    .where(
      sql`${deliveries.id} IN (SELECT id FROM ${DUE_DELIVERIES} WHERE endpoint_id = ${endpointId} AND state = 'waiting')`,
    )
    .run();

/** How many deliveries wait, and since when (UTC ms) the oldest of them does; null if none does. */
export function waitingDeliveries(endpointId?: string) {
  const ofEndpoint = endpointId === undefined ? sql`` : sql` AND endpoint_id = ${endpointId}`;
  const row = db.get<{ waiting: number; oldest: number | null }>(
    sql`SELECT count(*) AS waiting, min(created_at) AS oldest FROM ${DUE_DELIVERIES} WHERE state = 'waiting'${ofEndpoint}`,
  );
  return { waiting: row?.waiting ?? 0, oldest: row?.oldest ?? null };
}

const PURGE_BATCH_SIZE = 500;

export function purgeOldDeliveries(now = Date.now()): "more" | "done" {
  const old = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(lt(deliveries.createdAt, now - RETENTION_DAYS * DAY_MS))
    .limit(PURGE_BATCH_SIZE);
  if (!old.get()) return "done";
  const deleted = transaction(
    (tx) => tx.delete(deliveries).where(inArray(deliveries.id, old)).run(),
    "none",
  );
  return deleted.changes === PURGE_BATCH_SIZE ? "more" : "done";
}
