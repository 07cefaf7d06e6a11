import { and, desc, eq } from "drizzle-orm";
import { db } from "db/connection.server";
import { webhookDeliveries as deliveries, webhookEndpoints as endpoints } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { authorize, type Actor } from "~/features/auth/permissions";
import { DomainError } from "~/lib/errors";
import { toPage, type Page } from "~/lib/pagination.schema";
import { countRows, pageCondition } from "~/lib/pagination.server";
import { transaction } from "~/lib/write-transaction.server";
import type { DeliveryRow } from "./deliveries.server";
import { notifyWebhookWorker } from "./enqueue-event.server";

type Query = { page: number; limit: number };

/** One page of what was sent to an endpoint, newest first. Throws `forbidden`. */
export function listDeliveries(
  actor: Actor,
  endpointId: string,
  { page, limit }: Query,
): Page<DeliveryRow> {
  authorize(actor, "webhooks.manage");
  const where = eq(deliveries.endpointId, endpointId);
  const total = countRows(deliveries, where);
  const order = [{ by: deliveries.id, descending: true }];
  const items = db
    .select()
    .from(deliveries)
    .where(pageCondition(deliveries.id, { where, order, total, page, limit }))
    .orderBy(desc(deliveries.id))
    .all();
  return { items, pagination: toPage(total, page, limit) };
}

/** An attempt is under way, or about to be made for the first time. */
export const isUnderWay = ({ state, answer, status }: DeliveryRow) =>
  state === "waiting" && answer === "" && status === null;

/**
 * Sends a delivery again, with the same id and body, and from the first attempt on. What is about to be sent anyway stays
 * as it is. Throws `not_found`, and `conflict` while its endpoint is not active.
 */
export function sendAgain(actor: Actor, endpointId: string, id: number) {
  authorize(actor, "webhooks.manage");
  transaction((tx) => {
    const row = tx
      .select({ delivery: deliveries, endpoint: endpoints })
      .from(deliveries)
      .innerJoin(endpoints, eq(endpoints.id, deliveries.endpointId))
      .where(and(eq(deliveries.id, id), eq(deliveries.endpointId, endpointId)))
      .get();
    if (!row) throw new DomainError("not_found", "Delivery not found");
    if (row.endpoint.state !== "active")
      throw new DomainError("conflict", "Start the webhook first: nothing is sent to it now");
    if (isUnderWay(row.delivery)) return;
    tx.update(deliveries)
      .set({
        ...{ state: "waiting", attempts: 0, nextAttemptAt: Date.now() },
        ...{ status: null, answer: "" },
      })
      .where(eq(deliveries.id, id))
      .run();
    recordAudit(tx, actor, {
      action: "webhook.again",
      target: `webhook ${endpointId}`,
      after: { event: row.delivery.event, message: row.delivery.messageId },
    });
    notifyWebhookWorker();
  }, "none");
}
