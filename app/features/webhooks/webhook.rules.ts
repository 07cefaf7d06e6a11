/** What a zoo's other systems can be informed of. Never renamed: receivers compare them. */
export const EVENTS = [
  "order.placed",
  "order.paid",
  "order.moved",
  "order.cancelled",
  "order.refunded",
  "payment.received",
  "ticket.admitted",
  "day.closed",
] as const;
export type WebhookEvent = (typeof EVENTS)[number];
export type OrderEvent = Extract<WebhookEvent, `order.${string}`>;

/** Sent by hand to see whether an endpoint receives; nobody chooses it. */
export const TEST_EVENT = "webhook.test";

/** `gone`: its receiver answered that it is there no more. */
export const ENDPOINT_STATES = ["active", "stopped", "gone"] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];

/** `dropped`: ended without success, and not because the attempts did. */
export const DELIVERY_STATES = ["waiting", "sent", "failed", "dropped"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Before the second and later attempts, each after the one before: three days and some hours in all. */
const RETRY_DELAYS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** The first one included, which is made at once. */
export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** Milliseconds until the next attempt after so many; undefined after the last one. */
export const retryDelay = (attempts: number): number | undefined => RETRY_DELAYS_MS[attempts - 1];

/** Of an attempt in all, with finding the address, connecting, and reading the answer. */
export const TIMEOUT_MS = 15 * SECOND;

/** Longer than any attempt. No other attempt claims the delivery in this time. */
export const LEASE_MS = MINUTE;

/** So long an earlier secret signs as well. */
export const SECRET_OVERLAP_MS = DAY;

/** Characters of an answer that are stored. */
export const ANSWER_LENGTH = 300;

/** What a receiver answers when it is gone for good. */
export const GONE = 410;

export const RETENTION_DAYS = 30;
export const MAX_ENDPOINTS = 20;

export const WEBHOOKS_PATH = "/admin/dashboard/webhooks";
export const endpointPath = (id: string) => `${WEBHOOKS_PATH}/${id}`;

/** What staff read beside the name of an event. */
export const EVENT_LABEL: Record<WebhookEvent, string> = {
  "order.placed": "An order is placed",
  "order.paid": "An order is paid",
  "order.moved": "A visit is moved",
  "order.cancelled": "An order is cancelled",
  "order.refunded": "An order, or some of its tickets, are refunded",
  "payment.received": "Money comes in",
  "ticket.admitted": "A person comes in",
  "day.closed": "A day's takings are locked",
};
