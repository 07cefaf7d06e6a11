/** What a payment provider can do. Nothing here touches the database, and nothing outside knows a provider's words. */

export const PROVIDERS = ["razorpay", "stripe", "demo"] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** In the smallest unit of the currency: paise. */
export type Money = { amount: number; currency: string };

export type CheckoutRequest = {
  /** Ours, unique for ever; comes back in all that the provider says about it. */
  reference: string;
  money: Money;
  description: string;
  /** With the token of the checkout session, never the visitor's own link. */
  returnUrl: string;
  /** UTC milliseconds, as all instants here. */
  expiresAt: number;
};

export type CheckoutPage = { id: string; url: string; expiresAt: number };

export type CheckoutSession = { id?: string; reference: string };

/** Something that is true at the provider, whoever reported it. Events repeat, get lost, and come in any order. */
export type ProviderEvent = { occurredAt: number } & (
  | {
      type: "captured";
      reference: string;
      sessionId?: string;
      paymentId: string;
      money: Money;
      method: string;
      fee?: number;
    }
  | { type: "attempt_failed"; reference: string; reason: string }
  | { type: "session_closed"; reference: string; how: "expired" | "cancelled" }
  | {
      type: "refund";
      paymentId: string;
      refundId: string;
      reference?: string;
      money: Money;
      state: "pending" | "succeeded" | "failed";
      bankReference?: string;
      reason?: string;
    }
  | { type: "dispute"; paymentId: string; money: Money; state: "open" | "won" | "lost" }
);

export type WebhookDelivery = { eventId: string; type: string; events: ProviderEvent[] };

export type RefundRequest = {
  /** The idempotency key. */
  reference: string;
  paymentId: string;
  money: Money;
  note: string;
  /** UTC milliseconds of the first attempt; a provider forgets its idempotency keys after a day. */
  requestedAt: number;
};

export interface PaymentProvider {
  readonly name: ProviderName;
  /** From the key; every page says so. */
  readonly isTestMode: boolean;
  readonly sessionMinutes: { min: number; max: number };
  /** Or finds the page that was made for this reference. */
  createCheckout(request: CheckoutRequest): Promise<CheckoutPage>;
  /** Returns `captured` if the money came first. */
  expireCheckout(session: CheckoutSession): Promise<ProviderEvent[]>;
  /** `timeoutMs`: how long a visitor may wait for it. */
  fetchCheckout(session: CheckoutSession, timeoutMs?: number): Promise<ProviderEvent[]>;
  /** Once for each reference. */
  refund(request: RefundRequest): Promise<ProviderEvent>;
  /** Throws InvalidSignature, and MalformedWebhook for a signed body that it cannot read. Calls nobody. */
  parseWebhook(body: Uint8Array, headers: Headers): WebhookDelivery;
  /** A body that is stored, whose signature was checked when it came. Throws MalformedWebhook. */
  readWebhook(body: Uint8Array): Pick<WebhookDelivery, "type" | "events">;
  /** All payments and refunds between two instants, for the daily comparison. */
  listEvents(from: number, to: number): AsyncIterable<ProviderEvent>;
}

/**
 * rejected: the provider said no, and nothing happened. indeterminate: no answer after sending, so look before asking
 * again. unreachable: nothing was sent.
 */
export class ProviderError extends Error {
  override name = "ProviderError";
  readonly kind: "rejected" | "indeterminate" | "unreachable";
  /** Seconds to wait; a rejected call that has it was only too early. */
  readonly retryAfter: number | undefined;

  constructor(kind: ProviderError["kind"], message: string, retryAfter?: number) {
    super(message);
    this.kind = kind;
    this.retryAfter = retryAfter;
  }
}

export class InvalidSignature extends Error {
  override name = "InvalidSignature";
}

export class MalformedWebhook extends Error {
  override name = "MalformedWebhook";
}
