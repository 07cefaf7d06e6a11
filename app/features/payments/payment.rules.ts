import { PROVIDERS, type ProviderName } from "./provider";

/** Where money comes from: a provider, or `manual` (Mark Paid), `upi` (a transfer checked by hand), `counter`. */
export const PAYMENT_SOURCES = [...PROVIDERS, "manual", "upi", "counter"] as const;
export type PaymentSource = (typeof PAYMENT_SOURCES)[number];

/**
 * Why staff must decide about a payment. choice: its order was over, and visitor or staff choose another slot or the
 * money back. duplicate: its order was paid already. amount: not what was asked for. unmatched: for no order that we
 * know. dispute: the payer has asked the bank for the money.
 */
export const REVIEWS = ["", "choice", "duplicate", "amount", "unmatched", "dispute"] as const;
export type Review = (typeof REVIEWS)[number];

/** They only go forward. `withdrawn`: taken back by staff, or replaced by another. A bank may return money that had `succeeded`. */
export const REFUND_STATES = ["requested", "pending", "succeeded", "failed", "withdrawn"] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** Through the provider, to where the money came from, or by staff. */
export const REFUND_WAYS = ["provider", "hand"] as const;

/** They only go forward. */
export const SESSION_STATES = ["creating", "open", "closed", "failed", "paid"] as const;

export const EVENT_STATES = ["applied", "ignored", "failed"] as const;

/** Whether money can go back the way it came, without staff. */
export const isProvider = (source: PaymentSource): source is ProviderName =>
  (PROVIDERS as readonly string[]).includes(source);

export const PROVIDER_LABEL: Record<PaymentSource, string> = {
  razorpay: "Razorpay",
  stripe: "Stripe",
  demo: "Demo payments",
  manual: "Marked as paid",
  upi: "UPI transfer",
  counter: "Counter",
};
