import { hash } from "node:crypto";
import { and, desc, eq, isNotNull, lt, sql } from "drizzle-orm";
import { db, type Tx } from "db/connection.server";
import { prepared } from "db/prepared.server";
import { paymentEvents } from "db/schema";
import { DAY_MS } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import { logError } from "~/lib/http/logger.server";
import { prepareInsert, prepareUpdate } from "~/lib/sql.server";
import { groupedTransaction, savepoint, transaction } from "~/lib/write-transaction.server";
import { toLocalDate } from "~/lib/time-zone.server";
import { applyProviderEvent } from "./apply-event.server";
import { paymentProvider } from "./payment-providers.server";
import {
  InvalidSignature,
  MalformedWebhook,
  PROVIDERS,
  type ProviderName,
  type WebhookDelivery,
} from "./provider";

/** Webhooks: each is stored once, as it came, and applied in the same transaction. */

const forged = { day: "", calls: 0 };

/** Calls with a wrong signature today, by any provider; counted since the start of the process. */
export const forgedCallsToday = () => (forged.day === toLocalDate() ? forged.calls : 0);

function countForged() {
  const day = toLocalDate();
  if (forged.day !== day) Object.assign(forged, { day, calls: 0 });
  forged.calls += 1;
}

/**
 * Takes a webhook. One that cannot be applied is stored, and tried again. Throws `not_found` for a provider that is not
 * set up, `unauthenticated` for a wrong signature, and `invalid` for a signed body that cannot be read.
 */
export async function receiveWebhook(name: string, body: Uint8Array, headers: Headers) {
  const known = PROVIDERS.find((each) => each === name);
  const provider = known && paymentProvider(known);
  if (!provider) throw new DomainError("not_found", "There is no such provider");
  const delivery = parse(() => provider.parseWebhook(body, headers));
  const store = (tx: Tx) => {
    const { eventId, type } = delivery;
    const bodyHash = hash("sha256", body);
    const earlier = countDelivery().get({ provider: provider.name, eventId });
    if (earlier && earlier.state !== "failed") return;
    const result = applyDelivery(tx, provider.name, delivery);
    const event = { provider: provider.name, eventId, type, body: Buffer.from(body), bodyHash };
    if (earlier) saveResult(earlier.id, result);
    else addEvent({ ...event, ...result, receivedAt: Date.now() });
  };
  await groupedTransaction(store, "availability", { mayWait: true });
}

const countDelivery = prepared(() =>
  db
    .update(paymentEvents)
    .set({ deliveries: sql`${paymentEvents.deliveries} + 1` })
    .where(
      and(
        eq(paymentEvents.provider, sql.placeholder("provider")),
        eq(paymentEvents.eventId, sql.placeholder("eventId")),
      ),
    )
    .returning({ id: paymentEvents.id, state: paymentEvents.state })
    .prepare(),
);

const addEvent = prepareInsert(
  paymentEvents,
  "provider",
  "eventId",
  "type",
  "body",
  "bodyHash",
  "state",
  "error",
  "receivedAt",
);

function parse(read: () => WebhookDelivery) {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidSignature) {
      countForged();
      throw new DomainError("unauthenticated", "The signature is not valid");
    }
    if (error instanceof MalformedWebhook) throw new DomainError("invalid", error.message);
    throw error;
  }
}

type EventRow = typeof paymentEvents.$inferSelect;

/** All of its events or none. */
function applyDelivery(
  tx: Tx,
  provider: ProviderName,
  { events }: Pick<WebhookDelivery, "events">,
): Pick<EventRow, "state" | "error"> {
  try {
    const results = savepoint(tx, () =>
      events.map((event) => applyProviderEvent(tx, provider, event)),
    );
    return { state: results.includes("applied") ? "applied" : "ignored", error: "" };
  } catch (error) {
    const isOurs = error instanceof DomainError;
    if (!isOurs) logError(`A webhook of ${provider} could not be applied`, error);
    return { state: "failed", error: isOurs ? error.message : "The site could not apply it" };
  }
}

const saveResult = prepareUpdate(paymentEvents, "id", "state", "error");

export const failedEvents = () =>
  db.select().from(paymentEvents).where(eq(paymentEvents.state, "failed")).all();

/** Tries the events again that could not be applied, such as a refund that came before its payment. */
export function retryFailedEvents() {
  for (const row of failedEvents()) retryEvent(row);
}

/** One whose body has been emptied, or whose provider is gone, stays as it is. */
export function retryEvent(row: EventRow) {
  const provider = paymentProvider(row.provider);
  if (!row.body || !provider) return;
  const delivery = provider.readWebhook(row.body);
  transaction(
    (tx) => saveResult(row.id, applyDelivery(tx, row.provider, delivery)),
    "availability",
  );
}

const BODY_DAYS = 30;

export const emptyOldEvents = () =>
  transaction((tx) => {
    const isOld = lt(paymentEvents.receivedAt, Date.now() - BODY_DAYS * DAY_MS);
    tx.update(paymentEvents)
      .set({ body: null })
      .where(and(isNotNull(paymentEvents.body), isOld))
      .run();
  }, "none");

/** UTC instant; undefined if none has come. */
export const lastWebhookAt = (name: ProviderName) =>
  db
    .select({ at: paymentEvents.receivedAt })
    .from(paymentEvents)
    .where(eq(paymentEvents.provider, name))
    .orderBy(desc(paymentEvents.id))
    .limit(1)
    .get()?.at;
