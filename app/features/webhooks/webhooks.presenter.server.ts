import { authorize, type Staff } from "~/features/auth/permissions";
import { formatNumber } from "~/lib/intl";
import { loadList } from "~/lib/http/load-or-error.server";
import { readQuery } from "~/lib/http/read-body.server";
import { toTimestamp } from "~/lib/http/timestamp.server";
import { paginationQuery } from "~/lib/pagination.schema";
import { formatDateTime } from "~/lib/time-zone.server";
import type { DeliveryRow, EndpointRow } from "./deliveries.server";
import { isUnderWay, listDeliveries } from "./delivery-list.server";
import { findEndpoint, listEndpoints } from "./endpoints.server";
import { EVENT_LABEL, EVENTS, MAX_ATTEMPTS } from "./webhook.rules";

/** The list of endpoints. Throws `forbidden`. */
export const webhooksView = (staff: Staff) => ({
  endpoints: listEndpoints(staff).map(({ endpoint, newest, waiting }) => ({
    id: endpoint.id,
    state: endpoint.state,
    host: hostOf(endpoint),
    url: endpoint.url,
    events: eventsText(endpoint),
    newest: newest
      ? { state: newest.state, when: toTimestamp(newest.lastAttemptAt ?? newest.createdAt) }
      : null,
    waiting: waiting > 0 ? formatNumber(waiting) : "",
  })),
});

const hostOf = ({ url }: EndpointRow) => new URL(url).host;

const eventsText = ({ events }: EndpointRow) =>
  events.length === EVENTS.length ? "all" : events.join(", ");

const eventOptions = () =>
  EVENTS.map((value) => ({ value, label: `${EVENT_LABEL[value]} (${value})` }));

/** Throws `forbidden`. */
export function newWebhookView(staff: Staff) {
  authorize(staff, "webhooks.manage");
  return { options: eventOptions(), values: { url: "" }, chosen: [...EVENTS] };
}

const ListDeliveries = paginationQuery(["createdAt"]);

/** An endpoint with one page of what was sent to it. Throws `forbidden` and `not_found`. */
export async function webhookView(request: Request, staff: Staff, id: string) {
  const endpoint = findEndpoint(staff, id);
  const { page, confirm } = readQuery(request);
  const { items, pagination, failure, status } = await loadList(
    request,
    ListDeliveries,
    { page },
    (query) => listDeliveries(staff, id, query),
  );
  const now = Date.now();
  const { previousUntil } = endpoint;
  const isOverlap = previousUntil !== null && now < previousUntil;
  return {
    id,
    state: endpoint.state,
    host: hostOf(endpoint),
    version: endpoint.updatedAt,
    form: { options: eventOptions(), values: { url: endpoint.url }, chosen: endpoint.events },
    earlierSecretUntil: isOverlap ? formatDateTime(previousUntil) : null,
    isDeleting: confirm === "delete",
    deliveries: items.map((row) => deliveryRow(row, endpoint, now)),
    pagination,
    failure,
    httpStatus: status,
  };
}

function deliveryRow(row: DeliveryRow, endpoint: EndpointRow, now: number) {
  return {
    id: row.id,
    event: row.event,
    orderId: row.orderId,
    messageId: row.messageId,
    created: toTimestamp(row.createdAt),
    state: row.state,
    attempts: row.attempts,
    result: row.status === null ? "" : String(row.status),
    answer: row.answer,
    next: nextStep(row, now),
    body: row.body,
    canSend: endpoint.state === "active" && !isUnderWay(row),
  };
}

function nextStep(row: DeliveryRow, now: number) {
  if (row.state !== "waiting") return "";
  if (isUnderWay(row)) return row.attempts === 0 ? "It is sent next." : "It is being sent.";
  const minutes = Math.ceil((row.nextAttemptAt - now) / 60_000);
  const when =
    minutes <= 1
      ? "within a minute"
      : `in ${minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`}`;
  return `Attempt ${row.attempts + 1} of ${MAX_ATTEMPTS} is ${when}.`;
}
