import { createHmac } from "node:crypto";
import { openFakeServer, type Delivery, type FakeRequest, type FakeResponse } from "./fake-server";

type Entity = Record<string, any>;
type Options = { key?: string; webhookSecret?: string };

const now = () => Math.floor(Date.now() / 1000);

/** Stripe's server, as far as the zoo talks to it, with the quirks that are documented. */
export async function openFakeStripe({
  key = "sk_test_Zoo00000000001",
  webhookSecret = "whsec_test",
}: Options = {}) {
  const account = createAccount(webhookSecret);
  const server = await openFakeServer({
    errorBody: (message) => errorOf("api_error", message),
    respond: (request) =>
      request.headers.authorization === `Bearer ${key}`
        ? respondOnce(account, request)
        : { status: 401, body: errorOf("invalid_request_error", "Invalid API Key provided") },
  });
  return { ...server, ...account.controls, key, webhookSecret };
}

type Account = ReturnType<typeof createAccount>;

function createAccount(webhookSecret: string) {
  const sessions: Entity[] = [];
  const intents: Entity[] = [];
  const refunds: Entity[] = [];
  /** Responses by idempotency key. */
  const keys = new Map<string, { body: string; response: FakeResponse }>();
  const queue: Delivery[] = [];
  let count = 0;

  const nextId = (prefix: string) => `${prefix}_Zoo${String(++count).padStart(11, "0")}`;

  /** A delivery with a true signature, whatever the body says. */
  const sign = (body: string, at = Date.now()): Delivery => {
    const time = Math.floor(at / 1000);
    const signature = createHmac("sha256", webhookSecret).update(`${time}.${body}`).digest("hex");
    const headers = new Headers({ "stripe-signature": `t=${time},v1=${signature}` });
    return { body: new TextEncoder().encode(body), headers };
  };

  function announce(type: string, object: Entity) {
    const event = { id: nextId("evt"), object: "event", type, created: now(), data: { object } };
    queue.push(sign(JSON.stringify({ ...event, livemode: false, pending_webhooks: 1 })));
  }

  const findSession = (name: string) => {
    const found = sessions.find(
      ({ id, client_reference_id }) => id === name || client_reference_id === name,
    );
    if (!found) throw new Error(`No checkout session ${name}`);
    return found;
  };

  const controls = {
    /** What a visitor does on the page; money can come on a closed page, too. Returns the payment's id. */
    pay(name: string, { method = "card", amount }: { method?: string; amount?: number } = {}) {
      const session = findSession(name);
      const intent = newIntent(nextId("pi"), { ...session, method, amount });
      intents.push(intent);
      const paid = { status: "complete", payment_status: "paid", payment_intent: intent.id };
      Object.assign(session, paid, { amount_total: intent.amount, url: null });
      announce("payment_intent.succeeded", collapse(intent));
      announce("checkout.session.completed", session);
      return intent.id as string;
    },
    /** A card that is declined: the page stays open. */
    failAttempt(name: string) {
      const intent = newIntent(nextId("pi"), findSession(name));
      announce("payment_intent.payment_failed", collapse({ ...intent, latest_charge: null }));
    },
    expire(name: string) {
      const session = findSession(name);
      Object.assign(session, { status: "expired", url: null });
      announce("checkout.session.expired", session);
    },
    settleRefund(refundId: string, state: "succeeded" | "failed") {
      const refund = refunds.find(({ id }) => id === refundId)!;
      refund.status = state;
      if (state === "failed") refund.failure_reason = "expired_or_canceled_card";
      announce(state === "failed" ? "refund.failed" : "refund.updated", refund);
    },
    /** Takes the webhooks that wait, oldest first: the test delivers, repeats, reorders or loses them. */
    webhooks: () => queue.splice(0),
    sign,
  };
  return { sessions, intents, refunds, keys, nextId, announce, controls };
}

/** With what they know of the payer, which the zoo must not copy. */
const newIntent = (id: string, session: Entity) => ({
  id,
  object: "payment_intent",
  amount: session.amount ?? session.amount_total,
  amount_refunded: 0,
  currency: session.currency,
  metadata: session.metadata,
  created: now(),
  status: "succeeded",
  latest_charge: {
    id: id.replace("pi_", "ch_"),
    object: "charge",
    created: now(),
    billing_details: { email: "joy@home.example", phone: "+919000090000" },
    payment_method_details: { type: session.method, card: { last4: "4242" } },
    balance_transaction: { id: id.replace("pi_", "txn_"), fee: 150, currency: session.currency },
  },
});

/** Objects in objects are ids, unless the request asks for more. */
const collapse = (intent: Entity) => ({ ...intent, latest_charge: intent.latest_charge?.id });

const errorOf = (type: string, message: string) => ({ error: { type, message } });
const ok = (body: unknown): FakeResponse => ({ status: 200, body });
const bad = (message: string, type = "invalid_request_error"): FakeResponse => ({
  status: 400,
  body: errorOf(type, message),
});

/** With an idempotency key, the first successful response is given again. */
function respondOnce(account: Account, request: FakeRequest): FakeResponse {
  const key = request.headers["idempotency-key"] as string | undefined;
  if (request.method !== "POST" || !key) return respond(account, request);
  const earlier = account.keys.get(key);
  if (earlier && earlier.body !== request.body)
    return bad(
      "Keys for idempotent requests can only be used with the same parameters they were first used with.",
      "idempotency_error",
    );
  if (earlier) return earlier.response;
  const response = structuredClone(respond(account, request));
  if (response.status === 200) account.keys.set(key, { body: request.body, response });
  return response;
}

function respond(account: Account, request: FakeRequest): FakeResponse {
  const fields = new URLSearchParams(request.body);
  const [, id, action] = request.path.match(/^\/v1\/checkout\/sessions\/([^/]+)\/?(.*)$/) ?? [];
  switch (`${request.method} ${id ? `session ${action}` : request.path}`.trim()) {
    case "POST /v1/checkout/sessions":
      return createSession(account, fields);
    case "GET /v1/checkout/sessions":
      return ok(toList(account.sessions, request.query, (each) => expand(account, each, request)));
    case "GET session":
      return onSession(account, id!, (session) => ok(expand(account, session, request)));
    case "POST session expire":
      return onSession(account, id!, (session) => expireSession(account, session));
    case "POST /v1/refunds":
      return createRefund(account, fields);
    case "GET /v1/refunds":
      return ok(toList(account.refunds, request.query));
    default:
      return { status: 404, body: errorOf("invalid_request_error", "Unrecognized request URL") };
  }
}

function onSession(
  { sessions }: Account,
  id: string,
  respondTo: (session: Entity) => FakeResponse,
): FakeResponse {
  const session = sessions.find((each) => each.id === id);
  if (session) return respondTo(session);
  return { status: 404, body: errorOf("invalid_request_error", "No such checkout.session") };
}

function createSession({ sessions, nextId }: Account, fields: URLSearchParams): FakeResponse {
  const expires_at = Number(fields.get("expires_at"));
  const amount = Number(fields.get("line_items[0][price_data][unit_amount]"));
  if (expires_at < now() + 30 * 60)
    return bad("The `expires_at` timestamp must be at least 30 minutes from creation.");
  if (expires_at > now() + 24 * 60 * 60)
    return bad("The `expires_at` timestamp must be less than 24 hours from creation.");
  if (amount < 50) return bad("The Checkout Session's total amount due is too small.");
  const session = newSession(nextId("cs_test"), fields, { expires_at, amount });
  sessions.unshift(session);
  return ok(session);
}

const newSession = (id: string, fields: URLSearchParams, asked: Entity) => ({
  id,
  object: "checkout.session",
  amount_total: asked.amount,
  client_reference_id: fields.get("client_reference_id"),
  created: now(),
  currency: fields.get("line_items[0][price_data][currency]"),
  customer_details: null,
  expires_at: asked.expires_at,
  livemode: false,
  metadata: metadataOf(fields),
  mode: fields.get("mode"),
  payment_intent: null,
  payment_status: "unpaid",
  status: "open",
  success_url: fields.get("success_url"),
  url: `https://checkout.stripe.com/c/pay/${id}`,
});

function metadataOf(fields: URLSearchParams) {
  const named = [...fields].map(([name, value]) => [/^metadata\[(.+)\]$/.exec(name)?.[1], value]);
  return Object.fromEntries(named.filter(([name]) => name !== undefined));
}

function expireSession({ announce }: Account, session: Entity): FakeResponse {
  if (session.status !== "open")
    return bad(`Only Checkout Sessions with a status in ["open"] can be expired.`);
  Object.assign(session, { status: "expired", url: null });
  announce("checkout.session.expired", session);
  return ok(session);
}

function expand({ intents }: Account, session: Entity, { query }: FakeRequest) {
  const isAsked = [...query.keys()].some((name) => name.startsWith("expand"));
  const intent = intents.find(({ id }) => id === session.payment_intent);
  return isAsked && intent ? { ...session, payment_intent: intent } : session;
}

function toList(
  entities: Entity[],
  query: URLSearchParams,
  present: (entity: Entity) => Entity = (entity) => entity,
) {
  const [from, to] = [query.get("created[gte]"), query.get("created[lte]")];
  const paymentIntent = query.get("payment_intent");
  const matching = entities.filter(
    ({ created, payment_intent }) =>
      (!from || created >= Number(from)) &&
      (!to || created <= Number(to)) &&
      (!paymentIntent || payment_intent === paymentIntent),
  );
  const after = query.get("starting_after");
  const start = after ? matching.findIndex(({ id }) => id === after) + 1 : 0;
  const end = start + Math.min(Number(query.get("limit") ?? 10), 100);
  const data = matching.slice(start, end).map(present);
  return { object: "list", data, has_more: end < matching.length };
}

function createRefund(account: Account, fields: URLSearchParams): FakeResponse {
  const intent = account.intents.find(({ id }) => id === fields.get("payment_intent"));
  if (!intent) return bad("No such payment_intent");
  const amount = Number(fields.get("amount") ?? intent.amount);
  if (amount > intent.amount - intent.amount_refunded)
    return bad("Refund amount is greater than unrefunded amount on charge");
  const refund = {
    id: account.nextId("re"),
    object: "refund",
    amount,
    created: now(),
    currency: intent.currency,
    metadata: metadataOf(fields),
    payment_intent: intent.id,
    reason: fields.get("reason"),
    status: "pending",
  };
  intent.amount_refunded += amount;
  account.refunds.unshift(refund);
  account.announce("refund.created", refund);
  return ok(refund);
}
