import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import {
  InvalidSignature,
  ProviderError,
  type CheckoutPage,
  type CheckoutRequest,
  type CheckoutSession,
  type Money,
  type PaymentProvider,
  type ProviderEvent,
  type RefundRequest,
  type WebhookDelivery,
} from "../provider";
import { callProvider, createOrFind, type Call } from "./http.server";
import {
  linkEvents,
  PaymentLink,
  paymentEvents,
  Payments,
  refundEvent,
  Refund,
  Refunds,
  Webhook,
  webhookEvents,
} from "./razorpay-events.server";
import { isSignedBy } from "./signature.server";
import { parseWebhookBody } from "./webhook-body.server";

export type RazorpayOptions = {
  /** `id:secret`, as Basic authentication takes it. */
  key: string;
  /** The current one, and the previous one for a day after a change. */
  webhookSecrets: readonly string[];
  baseUrl?: string;
  /** Between the pages of a list: their limits of calls are not published. */
  pageDelayMs?: number;
};

const MINUTE = 60_000;
const MAX_NOTE = 255;
const PAGE_SIZE = 100;
/** They need 15 minutes from when the request arrives. */
const MIN_EXPIRY = 16 * MINUTE;
/** How long they remember an idempotency key is not documented. */
const KEY_LIFETIME = 23 * 60 * MINUTE;

/** One of both, in what they return for links. */
const PaymentLinks = z
  .object({ payment_links: z.array(PaymentLink).nullish(), items: z.array(PaymentLink).nullish() })
  .transform(({ payment_links, items }) => payment_links ?? items ?? []);

/** By Payment Links: the one page of theirs with UPI apps, an expiry, and a return by GET. */
export function createRazorpay(options: RazorpayOptions): PaymentProvider {
  const { key, webhookSecrets } = options;
  const api = apiClient(options);
  return {
    name: "razorpay",
    isTestMode: key.startsWith("rzp_test_"),
    sessionMinutes: { min: 17, max: 180 * 24 * 60 },
    createCheckout: (request) => createCheckout(api, request),
    expireCheckout: (session) => expireCheckout(api, session),
    fetchCheckout: (session, timeoutMs) => fetchCheckout(api, session, timeoutMs),
    refund: (request) => refund(api, request),
    readWebhook,
    parseWebhook: (body, headers) => parseWebhook(webhookSecrets, body, headers),
    listEvents: (from, to) => listEvents(api, from, to),
  };
}

type Api = ReturnType<typeof apiClient>;

function apiClient({
  key,
  baseUrl = "https://api.razorpay.com",
  pageDelayMs = 1000,
}: RazorpayOptions) {
  const authorization = `Basic ${Buffer.from(key).toString("base64")}`;
  const call = <T>(path: string, schema: z.ZodType<T>, request: Partial<Call> = {}) =>
    callProvider(
      {
        provider: "Razorpay",
        url: `${baseUrl}/v1${path}`,
        ...request,
        headers: { authorization, ...request.headers },
      },
      schema,
    );
  return {
    pageDelayMs,
    get: <T>(path: string, schema: z.ZodType<T>, timeoutMs?: number) =>
      call(path, schema, { timeoutMs }),
    post: <T>(path: string, schema: z.ZodType<T>, body: object, headers = {}) =>
      call(path, schema, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
  };
}

/**
 * Links have no idempotency key, but no two links have the same reference. One for another amount is left from a
 * database that was replaced by its backup.
 */
const createCheckout = (api: Api, request: CheckoutRequest): Promise<CheckoutPage> =>
  createOrFind(
    async () => toPage(await api.post("/payment_links", PaymentLink, linkBody(request)), request),
    async () => {
      const link = await findLink(api, request);
      return link && isFor(request.money, link) ? toPage(link, request) : undefined;
    },
  );

const isFor = ({ amount, currency }: Money, link: PaymentLink) =>
  link.amount === amount && link.currency === currency;

/** Without `customer`: no contact data leaves the zoo. */
const linkBody = ({ reference, money, description, returnUrl, expiresAt }: CheckoutRequest) => ({
  amount: money.amount,
  currency: money.currency,
  accept_partial: false,
  reference_id: reference,
  description: description.slice(0, 2048),
  expire_by: Math.ceil(Math.max(expiresAt, Date.now() + MIN_EXPIRY) / 1000),
  notify: { sms: false, email: false },
  reminder_enable: false,
  notes: { reference },
  callback_url: returnUrl,
  callback_method: "get",
});

const toPage = (link: PaymentLink, { expiresAt }: CheckoutRequest) => ({
  id: link.id,
  url: link.short_url,
  expiresAt: link.expire_by || expiresAt,
});

const linkPath = (id: string) => `/payment_links/${encodeURIComponent(id)}`;

async function findLink(api: Api, { id, reference }: CheckoutSession, timeoutMs?: number) {
  if (id) return api.get(linkPath(id), PaymentLink, timeoutMs);
  const query = new URLSearchParams({ reference_id: reference });
  const links = await api.get(`/payment_links?${query}`, PaymentLinks, timeoutMs);
  return links.find((link) => link.reference_id === reference);
}

async function fetchCheckout(api: Api, session: CheckoutSession, timeoutMs?: number) {
  const link = await findLink(api, session, timeoutMs);
  if (!link) return [];
  if (link.status === "paid" && !link.payments?.length)
    throw new ProviderError("indeterminate", "Razorpay does not say by which payment it was paid");
  return linkEvents(link, session.reference);
}

/** A link that is paid or closed cannot be cancelled; what is true of it is fetched. */
async function expireCheckout(api: Api, session: CheckoutSession): Promise<ProviderEvent[]> {
  const id = session.id ?? (await findLink(api, session))?.id;
  if (!id) return [];
  return createOrFind(
    async () =>
      linkEvents(await api.post(`${linkPath(id)}/cancel`, PaymentLink, {}), session.reference),
    async () => {
      const events = await fetchCheckout(api, { ...session, id });
      return events.length > 0 ? events : undefined;
    },
  );
}

async function refund(api: Api, request: RefundRequest): Promise<ProviderEvent> {
  const find = () => findRefund(api, request);
  if (Date.now() - request.requestedAt > KEY_LIFETIME) {
    const found = await find();
    if (found) return found;
  }
  return createOrFind(async () => refundEvent(await postRefund(api, request)), find);
}

const refundsPath = (paymentId: string, last: "refund" | "refunds") =>
  `/payments/${encodeURIComponent(paymentId)}/${last}`;

/** The body of a retry must be the same. */
const postRefund = (api: Api, { reference, paymentId, money, note }: RefundRequest) =>
  api.post(
    refundsPath(paymentId, "refund"),
    Refund,
    {
      amount: money.amount,
      speed: "normal",
      receipt: reference,
      notes: { reference, ...(note && { note: note.slice(0, MAX_NOTE) }) },
    },
    { "x-refund-idempotency": reference },
  );

async function findRefund(api: Api, { paymentId, reference }: RefundRequest) {
  const path = `${refundsPath(paymentId, "refunds")}?count=${PAGE_SIZE}`;
  const { items } = await api.get(path, Refunds);
  return items.map((item) => refundEvent(item)).find((event) => event.reference === reference);
}

function parseWebhook(
  secrets: readonly string[],
  body: Uint8Array,
  headers: Headers,
): WebhookDelivery {
  if (!isSignedBy(secrets, headers.get("x-razorpay-signature") ?? "", body))
    throw new InvalidSignature("The signature of the webhook is not Razorpay's");
  const eventId = headers.get("x-razorpay-event-id")?.trim() || `sha256:${sha256Hex(body)}`;
  return { eventId, ...readWebhook(body) };
}

function readWebhook(body: Uint8Array) {
  const webhook = parseWebhookBody(body, Webhook);
  return { type: webhook.event, events: webhookEvents(webhook) };
}

const sha256Hex = (body: Uint8Array) => createHash("sha256").update(body).digest("hex");

async function* listEvents(api: Api, from: number, to: number): AsyncGenerator<ProviderEvent> {
  for await (const payment of listItems(api, "/payments", Payments, from, to))
    yield* paymentEvents(payment);
  for await (const item of listItems(api, "/refunds", Refunds, from, to)) yield refundEvent(item);
}

async function* listItems<T>(
  api: Api,
  path: string,
  schema: z.ZodType<{ items: T[] }>,
  from: number,
  to: number,
) {
  const range = { from: String(Math.floor(from / 1000)), to: String(Math.ceil(to / 1000)) };
  for (let skip = 0; ; skip += PAGE_SIZE) {
    const query = new URLSearchParams({ ...range, count: String(PAGE_SIZE), skip: String(skip) });
    const { items } = await api.get(`${path}?${query}`, schema);
    yield* items;
    if (items.length < PAGE_SIZE) return;
    await sleep(api.pageDelayMs);
  }
}
