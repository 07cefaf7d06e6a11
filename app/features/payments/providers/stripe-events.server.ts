import * as z from "zod";
import type { Money, ProviderEvent } from "../provider";
import { withoutPersonalData } from "./error-text.server";
import { Amount, Currency, Instant } from "./fields.server";
import { parsePayload } from "./webhook-body.server";

const Reference = z
  .object({ reference: z.string().min(1) })
  .transform(({ reference }) => reference)
  .optional()
  .catch(undefined);

/** An object is its id, unless the request asked to expand it. */
const expandable = <T extends z.ZodType>(schema: T) =>
  z.union([z.string().transform((id) => ({ id })), schema]).nullish();

const BalanceTransaction = z.object({ fee: z.int(), currency: Currency });

const Charge = z.object({
  created: Instant,
  payment_method_details: z.object({ type: z.string() }).nullish(),
  balance_transaction: expandable(BalanceTransaction),
});

const PaymentIntent = z.object({ id: z.string().min(1), latest_charge: expandable(Charge) });

export const CheckoutSessionObject = z.object({
  id: z.string().min(1),
  client_reference_id: z.string().nullish(),
  metadata: Reference,
  status: z.string().nullish(),
  payment_status: z.string(),
  amount_total: z.int().nullish(),
  currency: Currency.nullish(),
  payment_intent: expandable(PaymentIntent),
  url: z.url({ protocol: /^https?$/ }).nullish(),
  expires_at: Instant,
});
export type CheckoutSessionObject = z.output<typeof CheckoutSessionObject>;

export const Refund = z.object({
  id: z.string().min(1),
  payment_intent: expandable(z.object({ id: z.string().min(1) })),
  amount: Amount,
  currency: Currency,
  status: z.string().nullish(),
  metadata: Reference,
  created: Instant,
  failure_reason: z.string().nullish(),
  destination_details: z
    .object({ card: z.object({ reference: z.string().nullish() }).optional() })
    .nullish()
    .catch(undefined),
});

const Dispute = z.object({
  payment_intent: expandable(z.object({ id: z.string().min(1) })),
  amount: Amount,
  currency: Currency,
  status: z.string().nullish(),
});

export const referenceOf = ({ client_reference_id, metadata }: CheckoutSessionObject) =>
  client_reference_id || metadata;

/** Without our reference the session is for something else than the zoo's tickets. */
export function sessionEvents(session: CheckoutSessionObject, at: number): ProviderEvent[] {
  const reference = referenceOf(session);
  if (!reference) return [];
  if (session.payment_status === "paid") return capturedEvents(session, reference, at);
  return session.status === "expired"
    ? [{ type: "session_closed", occurredAt: at, reference, how: "expired" }]
    : [];
}

/** `at` counts where the charge is not expanded: in webhooks, which come at once. */
function capturedEvents(
  session: CheckoutSessionObject,
  reference: string,
  at: number,
): ProviderEvent[] {
  const { payment_intent: intent, amount_total: amount, currency } = session;
  if (!intent || amount == null || !currency) return [];
  const charge = chargeOf(intent);
  const money = { amount, currency };
  return [
    {
      type: "captured",
      occurredAt: charge?.created ?? at,
      reference,
      sessionId: session.id,
      paymentId: intent.id,
      money,
      method: charge?.payment_method_details?.type ?? "card",
      fee: charge && feeOf(charge, money),
    },
  ];
}

function chargeOf(intent: NonNullable<CheckoutSessionObject["payment_intent"]>) {
  const charge = "latest_charge" in intent ? intent.latest_charge : undefined;
  return charge && "created" in charge ? charge : undefined;
}

/** They charge their fee in the currency of the account, which can be another one. */
function feeOf({ balance_transaction }: z.output<typeof Charge>, { currency }: Money) {
  if (!balance_transaction || !("fee" in balance_transaction)) return undefined;
  return balance_transaction.currency === currency ? balance_transaction.fee : undefined;
}

const REFUND_STATES: Record<string, "succeeded" | "failed"> = {
  succeeded: "succeeded",
  failed: "failed",
  canceled: "failed",
};

/** A failure has the time of its message: banks return a refund days after it was made. */
export function refundEvent(
  refund: z.output<typeof Refund>,
  paymentId: string,
  at: number,
): ProviderEvent {
  const { amount, currency, failure_reason } = refund;
  const state = REFUND_STATES[refund.status ?? ""] ?? "pending";
  return {
    type: "refund",
    occurredAt: state === "failed" ? at : (refund.created ?? at),
    paymentId,
    refundId: refund.id,
    reference: refund.metadata,
    money: { amount, currency },
    state,
    bankReference: refund.destination_details?.card?.reference ?? undefined,
    reason: failure_reason ? withoutPersonalData(failure_reason) : undefined,
  };
}

/** A refund without a payment intent is of a payment that was not made on our pages. */
export const refundEvents = (refund: z.output<typeof Refund>, at: number) =>
  refund.payment_intent ? [refundEvent(refund, refund.payment_intent.id, at)] : [];

type Reader = (object: unknown, at: number) => ProviderEvent[];

const readSession: Reader = (object, at) =>
  sessionEvents(parsePayload(object, CheckoutSessionObject), at);

/** Their page is over then: another attempt needs another session. */
const readFailed: Reader = (object, at) => {
  const reference = referenceOf(parsePayload(object, CheckoutSessionObject));
  if (!reference) return [];
  return [
    { type: "attempt_failed", occurredAt: at, reference, reason: "The bank did not pay" },
    { type: "session_closed", occurredAt: at, reference, how: "expired" },
  ];
};

const readRefund: Reader = (object, at) => refundEvents(parsePayload(object, Refund), at);

const DISPUTE_STATES: Record<string, "won" | "lost"> = {
  won: "won",
  warning_closed: "won",
  lost: "lost",
};

const readDispute: Reader = (object, at) => {
  const { payment_intent: intent, amount, currency, status } = parsePayload(object, Dispute);
  if (!intent) return [];
  const state = DISPUTE_STATES[status ?? ""] ?? "open";
  const money = { amount, currency };
  return [{ type: "dispute", occurredAt: at, paymentId: intent.id, money, state }];
};

const READERS = new Map<string, Reader>([
  ["checkout.session.completed", readSession],
  ["checkout.session.async_payment_succeeded", readSession],
  ["checkout.session.async_payment_failed", readFailed],
  ["checkout.session.expired", readSession],
  ["refund.created", readRefund],
  ["refund.updated", readRefund],
  ["refund.failed", readRefund],
  ["charge.dispute.created", readDispute],
  ["charge.dispute.closed", readDispute],
]);

export const Webhook = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  created: Instant,
  data: z.object({ object: z.unknown() }).optional(),
});

export const webhookEvents = ({ type, data, created }: z.output<typeof Webhook>, now: number) =>
  READERS.get(type)?.(data?.object, created ?? now) ?? [];
