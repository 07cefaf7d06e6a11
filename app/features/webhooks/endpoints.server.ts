import { and, asc, count, desc, eq, ne } from "drizzle-orm";
import { db, type Reader, type Tx } from "db/connection.server";
import { webhookDeliveries as deliveries, webhookEndpoints as endpoints } from "db/schema";
import { recordAudit } from "~/features/audit/record-audit.server";
import { reloadActor } from "~/features/admins/admins.server";
import { authorize, type Actor, type Staff } from "~/features/auth/permissions";
import { DomainError } from "~/lib/errors";
import { createId } from "~/lib/ids.server";
import { assertNotStale } from "~/lib/optimistic-lock";
import { transaction } from "~/lib/write-transaction.server";
import {
  dropWaiting,
  waitingDeliveries,
  type DeliveryRow,
  type EndpointRow,
} from "./deliveries.server";
import { insertFor } from "./enqueue-event.server";
import {
  addressProblem,
  isIpAddress,
  isTestReceiver,
  PrivateAddressError,
  publicAddressesOf,
  resolveName,
  type Resolve,
} from "./public-address.server";
import { createSecret, sealSecret } from "./signature.server";
import { MAX_ENDPOINTS, SECRET_OVERLAP_MS, TEST_EVENT } from "./webhook.rules";
import type { EndpointFields } from "./webhook.schema";

/** What an owner does with the endpoints. All throw `forbidden`, and `not_found` for an unknown one. */

export function listEndpoints(actor: Actor) {
  authorize(actor, "webhooks.manage");
  return db
    .select()
    .from(endpoints)
    .orderBy(asc(endpoints.createdAt), asc(endpoints.id))
    .all()
    .map((endpoint) => ({
      endpoint,
      newest: newestDelivery(endpoint.id),
      waiting: waitingDeliveries(endpoint.id).waiting,
    }));
}

function newestDelivery(endpointId: string): DeliveryRow | undefined {
  const ofEndpoint = eq(deliveries.endpointId, endpointId);
  return db.select().from(deliveries).where(ofEndpoint).orderBy(desc(deliveries.id)).limit(1).get();
}

export function findEndpoint(actor: Actor, id: string): EndpointRow {
  authorize(actor, "webhooks.manage");
  return endpointById(id);
}

function endpointById(id: string, reader: Reader = db): EndpointRow {
  const endpoint = reader.select().from(endpoints).where(eq(endpoints.id, id)).get();
  if (!endpoint) throw new DomainError("not_found", "Webhook not found");
  return endpoint;
}

/** The secret is readable in this answer only. */
type WithSecret = Pick<EndpointRow, "id" | "updatedAt"> & { secret: string };

/** Rejects with `invalid` for an address to which nothing is sent. */
export async function addEndpoint(
  actor: Actor,
  fields: EndpointFields,
  resolve?: Resolve,
): Promise<WithSecret> {
  authorize(actor, "webhooks.manage");
  const url = await checkedAddress(fields.url, resolve);
  const secret = createSecret();
  return transaction((tx) => {
    const staff = reloadActor(tx, actor);
    authorize(staff, "webhooks.manage");
    assertUnused(tx, url);
    const existing = tx.select({ rows: count() }).from(endpoints).get()?.rows ?? 0;
    if (existing >= MAX_ENDPOINTS)
      throw new DomainError("conflict", `At most ${MAX_ENDPOINTS} webhooks. Delete one first.`);
    const now = Date.now();
    const endpoint = tx
      .insert(endpoints)
      .values({
        ...{ id: createId(now), url, events: fields.events, secret: sealSecret(secret) },
        ...{ createdAt: now, updatedAt: now },
      })
      .returning()
      .get();
    audit(tx, staff, "webhook.add", endpoint, { after: describe(endpoint) });
    return { ...endpoint, secret };
  }, "none");
}

/** Also rejects with `conflict` for one that is no longer at `version`. */
export async function editEndpoint(
  actor: Actor,
  id: string,
  fields: EndpointFields,
  version?: number,
  resolve?: Resolve,
): Promise<void> {
  const before = findEndpoint(actor, id);
  const url = fields.url === before.url ? before.url : await checkedAddress(fields.url, resolve);
  change(actor, id, (tx, staff, endpoint) => {
    assertNotStale("webhook", endpoint, version);
    assertUnused(tx, url, id);
    const after = update(tx, endpoint, { url, events: fields.events });
    audit(tx, staff, "webhook.edit", endpoint, {
      before: describe(endpoint),
      after: describe(after),
    });
  });
}

/** It is sent nothing any more, and what waits for it is dropped. Repeating it changes nothing. */
export const stopEndpoint = (actor: Actor, id: string) =>
  change(actor, id, (tx, staff, endpoint) => {
    if (endpoint.state === "stopped") return;
    update(tx, endpoint, { state: "stopped" });
    dropWaiting(tx, id, "The webhook was stopped");
    audit(tx, staff, "webhook.stop", endpoint);
  });

/** It is sent what happens from now on. Repeating it changes nothing. */
export const startEndpoint = (actor: Actor, id: string) =>
  change(actor, id, (tx, staff, endpoint) => {
    if (endpoint.state === "active") return;
    update(tx, endpoint, { state: "active" });
    audit(tx, staff, "webhook.start", endpoint);
  });

/**
 * The secret before the new one signs as well for a day. Throws `conflict` for an endpoint that is no longer at `version`,
 * so that a form sent twice replaces one secret.
 */
export function rotateSecret(actor: Actor, id: string, version?: number): WithSecret {
  const secret = createSecret();
  return change(actor, id, (tx, staff, endpoint) => {
    assertNotStale("webhook", endpoint, version);
    audit(tx, staff, "webhook.rotate", endpoint);
    const rotated = update(tx, endpoint, {
      secret: sealSecret(secret),
      previousSecret: endpoint.secret,
      previousUntil: Date.now() + SECRET_OVERLAP_MS,
    });
    return { ...rotated, secret };
  });
}

/** With all its deliveries. */
export const deleteEndpoint = (actor: Actor, id: string) =>
  change(actor, id, (tx, staff, endpoint) => {
    tx.delete(endpoints).where(eq(endpoints.id, id)).run();
    audit(tx, staff, "webhook.delete", endpoint, { before: describe(endpoint) });
  });

/** Throws `conflict` for an endpoint that is not active. */
export const sendTest = (actor: Actor, id: string) =>
  change(actor, id, (tx, staff, endpoint) => {
    if (endpoint.state !== "active")
      throw new DomainError("conflict", "Start the webhook first: nothing is sent to it now");
    insertFor(tx, [id], TEST_EVENT, {});
    audit(tx, staff, "webhook.test", endpoint);
  });

function change<Result>(
  actor: Actor,
  id: string,
  work: (tx: Tx, staff: Staff, endpoint: EndpointRow) => Result,
): Result {
  authorize(actor, "webhooks.manage");
  return transaction((tx) => {
    const staff = reloadActor(tx, actor);
    authorize(staff, "webhooks.manage");
    return work(tx, staff, endpointById(id, tx));
  }, "none");
}

const update = (tx: Tx, { id, updatedAt }: EndpointRow, fields: Partial<EndpointRow>) =>
  tx
    .update(endpoints)
    // Rises also when the clock does not, as forms compare it.
    .set({ ...fields, updatedAt: Math.max(Date.now(), updatedAt + 1) })
    .where(eq(endpoints.id, id))
    .returning()
    .get();

/** As it is stored. Rejects with `invalid`. */
async function checkedAddress(typed: string, resolve: Resolve = resolveName) {
  const problem = addressProblem(typed) ?? (await nameProblem(new URL(typed), resolve));
  if (problem) throw invalidAddress(problem);
  const url = new URL(typed);
  url.hash = "";
  return url.href;
}

async function nameProblem(url: URL, resolve: Resolve) {
  if (isTestReceiver(url) || isIpAddress(url)) return undefined;
  try {
    await publicAddressesOf(url.hostname, resolve);
    return undefined;
  } catch (error) {
    if (error instanceof PrivateAddressError) return error.message;
    return "No name server knows this host name";
  }
}

function assertUnused(tx: Tx, url: string, except = "") {
  const other = and(eq(endpoints.url, url), ne(endpoints.id, except));
  if (tx.select().from(endpoints).where(other).get())
    throw invalidAddress("There is a webhook with this address already");
}

const invalidAddress = (message: string) =>
  new DomainError("invalid", message, [{ path: "url", message }]);

type Values = { before?: Record<string, unknown>; after?: Record<string, unknown> };

const audit = (tx: Tx, by: Staff, action: string, { id }: EndpointRow, values: Values = {}) =>
  recordAudit(tx, by, { action, target: `webhook ${id}`, ...values });

/** The path of an address can hold a secret of the receiver. */
const describe = ({ url, events }: EndpointRow) => ({
  name: new URL(url).host,
  events: events.join(", "),
});
