import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import {
  InvalidSignature,
  type CheckoutPage,
  type CheckoutRequest,
  type CheckoutSession,
  type Money,
  type PaymentProvider,
  type ProviderEvent,
  type RefundRequest,
  type WebhookDelivery,
} from "../provider";
import { callProvider, createOrFind } from "./http.server";
import { isSignedBy } from "./signature.server";
import {
  CheckoutSessionObject,
  Refund,
  referenceOf,
  refundEvent,
  refundEvents,
  sessionEvents,
  Webhook,
  webhookEvents,
} from "./stripe-events.server";
import { parseWebhookBody } from "./webhook-body.server";

export type StripeOptions = {
  /** A secret or a restricted key. */
  key: string;
  /** The current one, and the previous one for a day after a change. */
  webhookSecrets: readonly string[];
  baseUrl?: string;
  now?: () => number;
  /** Between the pages of a list. */
  pageDelayMs?: number;
};

const VERSION = "2026-10-28.endive";
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MAX_DESCRIPTION = 500;
const PAGE_SIZE = 100;
const SIGNATURE_TOLERANCE = 300_000;
/** They need 30 minutes from when the request arrives. */
const MIN_EXPIRY = 30.5 * MINUTE;
/** They remember an idempotency key for a day. */
const KEY_LIFETIME = DAY - 60 * MINUTE;

/** The charge has the time of the payment, and its balance transaction the fee. */
const CHARGE = "payment_intent.latest_charge.balance_transaction";

/** By Checkout Sessions: a page of theirs that returns by GET. */
export function createStripe(options: StripeOptions): PaymentProvider {
  const { key, webhookSecrets } = options;
  const api = apiClient(options);
  return {
    name: "stripe",
    isTestMode: /^[rs]k_test_/.test(key),
    // A retry within a minute has the same body, as its idempotency key demands.
    sessionMinutes: { min: 32, max: 24 * 60 - 1 },
    createCheckout: (request) => createCheckout(api, request),
    expireCheckout: (session) => expireCheckout(api, session),
    fetchCheckout: (session, timeoutMs) => fetchCheckout(api, session, timeoutMs),
    refund: (request) => refund(api, request),
    readWebhook: (body) => readWebhook(body, api.now()),
    parseWebhook: (body, headers) => parseWebhook(webhookSecrets, body, headers, api.now()),
    listEvents: (from, to) => listEvents(api, from, to),
  };
}

type Api = ReturnType<typeof apiClient>;
type Fields = Record<string, string>;

function apiClient({
  key,
  baseUrl = "https://api.stripe.com",
  now = Date.now,
  pageDelayMs = 1000,
}: StripeOptions) {
  const common = { authorization: `Bearer ${key}`, "stripe-version": VERSION };
  const target = (path: string) => ({ provider: "Stripe", url: `${baseUrl}/v1${path}` });
  return {
    now,
    pageDelayMs,
    get: <T>(path: string, query: Fields, schema: z.ZodType<T>, timeoutMs?: number) =>
      callProvider(
        { ...target(`${path}?${new URLSearchParams(query)}`), headers: common, timeoutMs },
        schema,
      ),
    post: <T>(path: string, fields: Fields, schema: z.ZodType<T>, headers = {}) =>
      callProvider(
        {
          ...target(path),
          method: "POST",
          headers: { ...common, ...headers },
          body: new URLSearchParams(fields),
        },
        schema,
      ),
  };
}

const SESSIONS = "/checkout/sessions";
const sessionPath = (id: string) => `${SESSIONS}/${encodeURIComponent(id)}`;

/** They reject an idempotency key with another body; then the session is looked up. */
const createCheckout = (api: Api, request: CheckoutRequest): Promise<CheckoutPage> =>
  createOrFind(
    async () => {
      const headers = { "idempotency-key": request.reference };
      const fields = sessionFields(request, api.now());
      return toPage(await api.post(SESSIONS, fields, CheckoutSessionObject, headers), request);
    },
    async () => {
      const session = await findSession(api, request);
      return session && isFor(request.money, session) ? toPage(session, request) : undefined;
    },
  );

const isFor = ({ amount, currency }: Money, session: CheckoutSessionObject) =>
  session.amount_total === amount && session.currency === currency;

/** Without an e-mail address: no contact data leaves the zoo. */
function sessionFields(request: CheckoutRequest, now: number): Fields {
  const { reference, money, returnUrl } = request;
  const description = request.description.slice(0, MAX_DESCRIPTION);
  return {
    mode: "payment",
    submit_type: "book",
    "payment_method_types[0]": "card",
    client_reference_id: reference,
    "metadata[reference]": reference,
    "payment_intent_data[metadata][reference]": reference,
    "payment_intent_data[description]": description,
    "line_items[0][quantity]": "1",
    "line_items[0][price_data][currency]": money.currency.toLowerCase(),
    "line_items[0][price_data][unit_amount]": String(money.amount),
    "line_items[0][price_data][product_data][name]": description,
    success_url: `${returnUrl}?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: returnUrl,
    expires_at: toSeconds(Math.max(request.expiresAt, now + MIN_EXPIRY)),
  };
}

const toSeconds = (instant: number) => String(Math.ceil(instant / 1000));

/** Only an open session has an address. The site's own page tells what became of another. */
const toPage = (session: CheckoutSessionObject, { returnUrl, expiresAt }: CheckoutRequest) => ({
  id: session.id,
  url: session.url ?? returnUrl,
  expiresAt: session.expires_at ?? expiresAt,
});

/** A session lives for a day at most, so an older one is of no use. */
async function findSession(api: Api, { id, reference }: CheckoutSession, timeoutMs?: number) {
  if (id)
    return api.get(sessionPath(id), { "expand[0]": CHARGE }, CheckoutSessionObject, timeoutMs);
  const query = { "created[gte]": toSeconds(api.now() - DAY - 60 * MINUTE) };
  for await (const session of listSessions(api, query, { timeoutMs }))
    if (referenceOf(session) === reference) return session;
  return undefined;
}

async function fetchCheckout(api: Api, session: CheckoutSession, timeoutMs?: number) {
  const found = await findSession(api, session, timeoutMs);
  return found ? sessionEvents(found, api.now()) : [];
}

/** A session that is paid or closed cannot be expired; what is true of it is fetched. */
async function expireCheckout(api: Api, session: CheckoutSession): Promise<ProviderEvent[]> {
  const id = session.id ?? (await findSession(api, session))?.id;
  if (!id) return [];
  const expire = () => api.post(`${sessionPath(id)}/expire`, {}, CheckoutSessionObject);
  return createOrFind(
    async () => sessionEvents(await expire(), api.now()),
    async () => {
      const events = await fetchCheckout(api, { ...session, id });
      return events.length > 0 ? events : undefined;
    },
  );
}

async function refund(api: Api, request: RefundRequest): Promise<ProviderEvent> {
  const find = () => findRefund(api, request);
  if (api.now() - request.requestedAt > KEY_LIFETIME) {
    const found = await find();
    if (found) return found;
  }
  return createOrFind(() => postRefund(api, request), find);
}

async function postRefund(api: Api, { reference, paymentId, money, note }: RefundRequest) {
  const fields = {
    payment_intent: paymentId,
    amount: String(money.amount),
    reason: "requested_by_customer",
    "metadata[reference]": reference,
    ...(note && { "metadata[note]": note.slice(0, MAX_DESCRIPTION) }),
  };
  const headers = { "idempotency-key": reference };
  const made = await api.post("/refunds", fields, Refund, headers);
  return refundEvent(made, paymentId, api.now());
}

async function findRefund(api: Api, { paymentId, reference }: RefundRequest) {
  for await (const item of listRefunds(api, { payment_intent: paymentId }))
    if (item.metadata === reference) return refundEvent(item, paymentId, api.now());
  return undefined;
}

function parseWebhook(
  secrets: readonly string[],
  body: Uint8Array,
  headers: Headers,
  now: number,
): WebhookDelivery {
  const { time, signatures } = parseSignature(headers.get("stripe-signature") ?? "");
  if (!signatures.some((signature) => isSignedBy(secrets, signature, `${time}.`, body)))
    throw new InvalidSignature("The signature of the webhook is not Stripe's");
  if (!(now - Number(time) * 1000 <= SIGNATURE_TOLERANCE))
    throw new InvalidSignature("The signature of the webhook is too old");
  return readWebhook(body, now);
}

function readWebhook(body: Uint8Array, now: number) {
  const webhook = parseWebhookBody(body, Webhook);
  return { eventId: webhook.id, type: webhook.type, events: webhookEvents(webhook, now) };
}

/** `t=1700000000,v1=…`, after a change of the secret with a second `v1`. */
function parseSignature(header: string) {
  const fields = header.split(",").map((field) => field.trim().split("="));
  const valuesOf = (name: string) =>
    fields.filter(([key]) => key === name).map(([, value = ""]) => value);
  return { time: valuesOf("t")[0] ?? "", signatures: valuesOf("v1") };
}

async function* listEvents(api: Api, from: number, to: number): AsyncGenerator<ProviderEvent> {
  const { pageDelayMs } = api;
  // A session can be paid until a day after it was created.
  const created = { "created[gte]": toSeconds(from - DAY), "created[lte]": toSeconds(to) };
  for await (const session of listSessions(api, created, { pageDelayMs }))
    yield* sessionEvents(session, api.now()).filter(
      ({ type, occurredAt }) => type === "captured" && occurredAt >= from && occurredAt <= to,
    );
  const range = { ...created, "created[gte]": toSeconds(from) };
  for await (const item of listRefunds(api, range, { pageDelayMs }))
    yield* refundEvents(item, api.now());
}

type Paging = { pageDelayMs?: number; timeoutMs?: number };

const listSessions = (api: Api, query: Fields, paging?: Paging) =>
  listObjects(
    api,
    SESSIONS,
    { ...query, "expand[0]": `data.${CHARGE}` },
    CheckoutSessionObject,
    paging,
  );

const listRefunds = (api: Api, query: Fields, paging?: Paging) =>
  listObjects(api, "/refunds", query, Refund, paging);

async function* listObjects<T extends { id: string }>(
  api: Api,
  path: string,
  query: Fields,
  schema: z.ZodType<T>,
  { pageDelayMs = 0, timeoutMs }: Paging = {},
) {
  const List = z.object({ data: z.array(schema), has_more: z.boolean() });
  const next: Fields = {};
  for (;;) {
    const page = { ...query, ...next, limit: String(PAGE_SIZE) };
    const { data, has_more } = await api.get(path, page, List, timeoutMs);
    yield* data;
    const last = data.at(-1);
    if (!has_more || !last) return;
    next.starting_after = last.id;
    await sleep(pageDelayMs);
  }
}
