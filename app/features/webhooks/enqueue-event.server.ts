import { and, inArray, sql } from "drizzle-orm";
import { db, type Tx } from "db/connection.server";
import { prepared } from "db/prepared.server";
import { webhookDeliveries, webhookEndpoints } from "db/schema";
import { saleFields, ticketFields, visitFields } from "~/api/impersonal-fields";
import { orderById } from "~/features/orders/orders.server";
import { activeTicketsOfOrder } from "~/features/tickets/tickets.server";
import { iso } from "~/lib/dates";
import { createId } from "~/lib/ids.server";
import { prepareInsert } from "~/lib/sql.server";
import type { OrderEvent, TEST_EVENT, WebhookEvent } from "./webhook.rules";

let notifyListener = () => {};

export function onEventQueued(listener: () => void) {
  notifyListener = listener;
}

const WAKE_DELAY_MS = 50;
let isNotifyPending = false;

/** Delayed, so that no delivery slows down the current response. */
export function notifyWebhookWorker() {
  if (isNotifyPending) return;
  isNotifyPending = true;
  setTimeout(() => {
    isNotifyPending = false;
    notifyListener();
  }, WAKE_DELAY_MS).unref();
}

type About = {
  /** The id of the order that it is about. */
  orderId?: string;
};

/**
 * Queues an event for each endpoint that chose it, in the transaction of the change that it reports. `data` is read at
 * once, so that the event says how things were then, and only if there is such an endpoint.
 */
export function enqueueEvent(tx: Tx, event: WebhookEvent, data: () => object, about: About = {}) {
  const endpoints = activeEndpoints().all();
  if (endpoints.length === 0) return;
  const choosing = endpoints.filter(({ events }) => events.includes(event));
  const ids = choosing.map(({ id }) => id);
  if (ids.length > 0) insertFor(tx, ids, event, data(), about);
}

/** The same for an event of an order, which must be read in the transaction that has changed it. */
export const enqueueOrderEvent = (tx: Tx, event: OrderEvent, orderId: string) =>
  enqueueEvent(tx, event, () => orderData(orderId), { orderId });

/** Of an order that is deleted while it holds places, before it is. */
export const enqueueDeletion = (tx: Tx, orderId: string) =>
  enqueueEvent(
    tx,
    "order.cancelled",
    () => ({ ...orderData(orderId), status: "cancelled", tickets: [] }),
    { orderId },
  );

/** To certain endpoints, as far as they are active, whether or not they chose such events. */
export function enqueueOrderEventFor(
  tx: Tx,
  endpointIds: string[],
  event: OrderEvent,
  orderId: string,
) {
  const active = tx
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(and(isActive, inArray(webhookEndpoints.id, endpointIds)))
    .all()
    .map(({ id }) => id);
  insertFor(tx, active, event, orderData(orderId), { orderId });
}

/** One body with one id, which is the same for every endpoint and at every attempt. */
export function insertFor(
  _: Tx,
  endpointIds: string[],
  event: WebhookEvent | typeof TEST_EVENT,
  data: object,
  { orderId = "" }: About = {},
) {
  const now = Date.now();
  const messageId = `msg_${createId(now)}`;
  const body = JSON.stringify({ type: event, timestamp: iso(now), data });
  for (const endpointId of endpointIds) {
    const row = { messageId, endpointId, event, orderId, body };
    insertDelivery({ ...row, nextAttemptAt: now, createdAt: now });
  }
  notifyWebhookWorker();
}

/** As `GET /api/v1/order/{id}` answers, without who ordered and without what admits or opens anything. */
function orderData(id: string) {
  const order = orderById(id);
  const tickets = activeTicketsOfOrder(order.seq).map(ticketFields);
  return { ...visitFields(order), ...saleFields(order), tickets };
}

/** A literal, because SQLite would plan the query again for each bound value. */
const isActive = sql`${webhookEndpoints.state} = 'active'`;

const activeEndpoints = prepared(() =>
  db
    .select({ id: webhookEndpoints.id, events: webhookEndpoints.events })
    .from(webhookEndpoints)
    .where(isActive)
    .orderBy(webhookEndpoints.id)
    .prepare(),
);

const insertDelivery = prepareInsert(
  webhookDeliveries,
  "messageId",
  "endpointId",
  "event",
  "orderId",
  "body",
  "nextAttemptAt",
  "createdAt",
);
