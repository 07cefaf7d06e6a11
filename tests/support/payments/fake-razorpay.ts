import { createHmac } from "node:crypto";
import {
  openFakeServer,
  type Delivery,
  type FakeRequest,
  type FakeResponse,
} from "./fake-server.ts";

type Entity = Record<string, any>;
type Options = {
  key?: string;
  webhookSecret?: string;
  /** What a list of links is called in their response; both names are in use. */
  linksField?: "payment_links" | "items";
};

const now = () => Math.floor(Date.now() / 1000);

/** Razorpay's server, as far as the zoo talks to it, with the quirks that are documented. */
export async function openFakeRazorpay({
  key = "rzp_test_Zoo00000000001:test_secret",
  webhookSecret = "hook_secret",
  linksField = "payment_links",
}: Options = {}) {
  const account = { ...createAccount(webhookSecret), linksField };
  const authorization = `Basic ${Buffer.from(key).toString("base64")}`;
  const server = await openFakeServer({
    errorBody: (description) => errorOf("SERVER_ERROR", description),
    respond: (request) =>
      request.headers.authorization === authorization
        ? respond(account, request)
        : { status: 401, body: errorOf("BAD_REQUEST_ERROR", "Authentication failed") },
  });
  const { links, payments, refunds, controls } = account;
  return { ...server, ...controls, links, payments, refunds, key, webhookSecret };
}

type Account = ReturnType<typeof createAccount> & Required<Pick<Options, "linksField">>;

function createAccount(webhookSecret: string) {
  const links: Entity[] = [];
  const payments: Entity[] = [];
  const refunds: Entity[] = [];
  /** Answers by idempotency key. */
  const keys = new Map<string, { body: string; refund: Entity }>();
  const queue: Delivery[] = [];
  let count = 0;

  /** Their ids have 14 characters. */
  const nextId = (prefix: string) => `${prefix}_Zoo${String(++count).padStart(11, "0")}`;

  /** A delivery with a true signature, whatever the body says. */
  const sign = (body: string): Delivery => {
    const bytes = new TextEncoder().encode(body);
    const signature = createHmac("sha256", webhookSecret).update(bytes).digest("hex");
    const headers = { "x-razorpay-signature": signature, "x-razorpay-event-id": nextId("evt") };
    return { body: bytes, headers: new Headers(headers) };
  };

  function announce(event: string, entities: Record<string, Entity>) {
    const payload = Object.fromEntries(
      Object.entries(entities).map(([name, entity]) => [name, { entity }]),
    );
    const contains = Object.keys(entities);
    const body = { entity: "event", account_id: "acc_Zoo00000000001", event, contains, payload };
    queue.push(sign(JSON.stringify({ ...body, created_at: now() })));
  }

  const findLink = (name: string) => {
    const found = links.find(({ id, reference_id }) => id === name || reference_id === name);
    if (!found) throw new Error(`No payment link ${name}`);
    return found;
  };

  const controls = {
    /** What a visitor does on the page; money can come on a closed page, too. Returns the payment's id. */
    pay(name: string, { method = "upi", amount }: { method?: string; amount?: number } = {}) {
      const link = findLink(name);
      const payment = newPayment(nextId("pay"), link, { method, amount: amount ?? link.amount });
      payments.push(payment);
      announce("payment.authorized", { payment: { ...payment, status: "authorized" } });
      announce("payment.captured", { payment });
      Object.assign(link, { status: "paid", amount_paid: payment.amount });
      link.payments = [...(link.payments ?? []), toLinkPayment(payment)];
      const order = { id: link.order_id.replace("order_", ""), receipt: link.reference_id };
      const { payments: _, ...payment_link } = link;
      announce("payment_link.paid", { payment_link, order, payment });
      return payment.id as string;
    },
    failAttempt(name: string) {
      const payment = newPayment(nextId("pay"), findLink(name), { method: "upi" });
      announce("payment.failed", { payment: { ...payment, ...FAILED } });
    },
    expire(name: string) {
      const link = findLink(name);
      Object.assign(link, { status: "expired", expired_at: now() });
      announce("payment_link.expired", { payment_link: link });
    },
    settleRefund(refundId: string, state: "succeeded" | "failed") {
      const refund = refunds.find(({ id }) => id === refundId)!;
      refund.status = state === "succeeded" ? "processed" : "failed";
      if (state === "succeeded") refund.acquirer_data = { arn: "10000000000000" };
      announce(`refund.${refund.status}`, { refund });
    },
    /** Takes the webhooks that wait, oldest first: the test delivers, repeats, reorders or loses them. */
    webhooks: () => queue.splice(0),
    sign,
  };
  return { links, payments, refunds, keys, nextId, announce, controls };
}

const FAILED = {
  status: "failed",
  captured: false,
  fee: null,
  error_code: "BAD_REQUEST_ERROR",
  error_description: "Payment failed",
  error_source: "bank",
  error_step: "payment_authorization",
  error_reason: "payment_failed",
};

/** With contact data, which they always send and the zoo must not copy. */
const newPayment = (id: string, link: Entity, paid: { method: string; amount?: number }) => ({
  id,
  entity: "payment",
  currency: link.currency,
  status: "captured",
  captured: true,
  order_id: link.order_id,
  description: `#${link.id.replace("plink_", "")}`,
  amount_refunded: 0,
  refund_status: null,
  fee: 118,
  tax: 18,
  international: false,
  email: null,
  contact: "+919000090000",
  vpa: "joy@upi",
  upi: { payer_account_type: "bank_account", vpa: "joy@upi" },
  acquirer_data: { rrn: "103608848276" },
  notes: link.notes,
  error_code: null,
  error_description: null,
  created_at: now(),
  ...paid,
});

const toLinkPayment = ({ id, amount, method, status, created_at }: Entity) => ({
  payment_id: id,
  amount,
  method,
  status,
  created_at,
});

const errorOf = (code: string, description: string) => ({
  error: { code, description, field: null, source: "NA", step: "NA", reason: "NA", metadata: {} },
});

const ok = (body: unknown): FakeResponse => ({ status: 200, body });
const bad = (description: string, status = 400): FakeResponse => ({
  status,
  body: errorOf("BAD_REQUEST_ERROR", description),
});

function respond(account: Account, request: FakeRequest): FakeResponse {
  const [, , resource, id, action] = request.path.split("/");
  switch (`${request.method} ${resource} ${id ? "id" : ""} ${action ?? ""}`.trim()) {
    case "POST payment_links":
      return createLink(account, JSON.parse(request.body));
    case "GET payment_links":
      return ok({ [account.linksField]: filterLinks(account, request.query) });
    case "GET payment_links id":
      return found(account.links.find((link) => link.id === id));
    case "POST payment_links id cancel":
      return cancelLink(account, id!);
    case "GET payments":
      return ok(toCollection(account.payments, request.query));
    case "GET payments id":
      return found(account.payments.find((payment) => payment.id === id));
    case "GET payments id refunds":
      return ok(
        toCollection(
          account.refunds.filter(({ payment_id }) => payment_id === id),
          request.query,
        ),
      );
    case "POST payments id refund":
      return createRefund(account, id!, request);
    case "GET refunds":
      return ok(toCollection(account.refunds, request.query));
    default:
      return bad("The requested URL was not found on the server.", 404);
  }
}

const found = (entity: Entity | undefined) =>
  entity ? ok(entity) : bad("The id provided does not exist");

function createLink({ links, nextId }: Account, body: Entity): FakeResponse {
  if (links.some((link) => link.reference_id === body.reference_id))
    return bad("payment link creation with reference ID already attempted");
  if (body.reference_id.length > 40)
    return bad("The reference id may not be greater than 40 characters.");
  if (body.amount < 100) return bad("The amount must be atleast INR 1.00");
  if (body.expire_by < now() + 15 * 60)
    return bad("expire_by should be at least 15 minutes after current time");
  const link = newLink(nextId("plink"), nextId("order"), body);
  links.unshift(link);
  return ok(link);
}

/** An empty `notes` is a list. */
const newLink = (id: string, order_id: string, { notes = {}, ...body }: Entity) => ({
  accept_partial: false,
  amount_paid: 0,
  cancelled_at: 0,
  created_at: now(),
  expired_at: 0,
  payments: null,
  reminders: [],
  status: "created",
  upi_link: false,
  ...body,
  id,
  order_id,
  notes: Object.keys(notes).length > 0 ? notes : [],
  short_url: `https://rzp.io/rzp/${id.slice(-7)}`,
});

/** Whether they compare all of it is not documented. */
const filterLinks = ({ links }: Account, query: URLSearchParams) =>
  links.filter((link) => link.reference_id.startsWith(query.get("reference_id")));

function cancelLink({ links, announce }: Account, id: string): FakeResponse {
  const link = links.find((each) => each.id === id);
  if (!link) return bad("The id provided does not exist");
  if (link.status !== "created")
    return bad(`cannot cancel or expire an already ${link.status} link`);
  Object.assign(link, { status: "cancelled", cancelled_at: now() });
  announce("payment_link.cancelled", { payment_link: link });
  return ok(link);
}

function toCollection(entities: Entity[], query: URLSearchParams) {
  const [from, to, skip] = ["from", "to", "skip"].map((name) => Number(query.get(name)));
  const count = Math.min(Number(query.get("count") ?? 10), 100);
  const items = entities
    .filter(({ created_at }) => created_at >= from! && (!to || created_at <= to))
    .slice(skip, skip! + count);
  return { entity: "collection", count: items.length, items };
}

function createRefund(account: Account, paymentId: string, { headers, body }: FakeRequest) {
  const key = headers["x-refund-idempotency"] as string | undefined;
  if (key !== undefined && !/^[\w-]{10,}$/.test(key)) return bad("Invalid idempotency key");
  const earlier = key && account.keys.get(key);
  if (earlier)
    return earlier.body === body
      ? ok(earlier.refund)
      : bad("Different request body sent for the same idempotency key");

  const payment = account.payments.find(({ id }) => id === paymentId);
  if (!payment) return bad("The id provided does not exist");
  const { amount, notes = {}, receipt = null, speed } = JSON.parse(body);
  if (amount > payment.amount - payment.amount_refunded)
    return bad("The total refund amount is greater than the refund payment amount");
  const refund = newRefund(account.nextId("rfnd"), payment, { amount, notes, receipt, speed });
  account.refunds.unshift(refund);
  payment.amount_refunded += amount;
  if (payment.amount_refunded === payment.amount) payment.status = "refunded";
  if (key) account.keys.set(key, { body, refund });
  account.announce("refund.created", { refund, payment });
  return ok(refund);
}

const newRefund = (id: string, payment: Entity, { notes, speed, ...asked }: Entity) => ({
  id,
  entity: "refund",
  currency: payment.currency,
  payment_id: payment.id,
  notes: Object.keys(notes).length > 0 ? notes : [],
  acquirer_data: { arn: null },
  status: "pending",
  speed_requested: speed,
  speed_processed: "normal",
  batch_id: null,
  created_at: now(),
  ...asked,
});
