import * as z from "zod";
import type { ProviderEvent } from "../provider";
import { withoutPersonalData } from "./error-text.server";
import { Amount, Currency, Instant } from "./fields.server";
import { parsePayload } from "./webhook-body.server";

/** An empty `notes` is a list, not an object. */
const Reference = z
  .object({ reference: z.string().min(1) })
  .transform(({ reference }) => reference)
  .optional()
  .catch(undefined);

const Payment = z.object({
  id: z.string().min(1),
  amount: Amount,
  currency: Currency,
  status: z.string().nullish(),
  method: z.string().nullish(),
  fee: z.int().nullish(),
  notes: Reference,
  created_at: Instant,
});

const FailedPayment = z.object({
  notes: Reference,
  error_description: z.string().nullish(),
  created_at: Instant,
});

/** `payments` has only what was captured. */
const LinkPayment = z.object({
  payment_id: z.string().min(1),
  amount: Amount,
  method: z.string().nullish(),
  status: z.string().nullish(),
  created_at: Instant,
});

export const PaymentLink = z.object({
  id: z.string().min(1),
  reference_id: z.string().nullish(),
  status: z.string(),
  amount: Amount,
  currency: Currency,
  short_url: z.url({ protocol: /^https?$/ }),
  expire_by: Instant,
  expired_at: Instant,
  cancelled_at: Instant,
  payments: z.array(LinkPayment).nullish(),
});
export type PaymentLink = z.output<typeof PaymentLink>;

/** Links made in their dashboard have no reference. */
const LinkName = z.object({ id: z.string().min(1), reference_id: z.string().nullish() });

const AcquirerData = z.object({
  arn: z.string().nullish(),
  rrn: z.string().nullish(),
  utr: z.string().nullish(),
});

export const Refund = z.object({
  id: z.string().min(1),
  payment_id: z.string().min(1),
  amount: Amount,
  currency: Currency,
  status: z.string().nullish(),
  receipt: z.string().nullish(),
  notes: Reference,
  acquirer_data: AcquirerData.optional().catch(undefined),
  created_at: Instant,
});
type Refund = z.output<typeof Refund>;

const collection = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });
export const Payments = collection(Payment);
export const Refunds = collection(Refund);

/** Money that was given back had come in. */
const isCaptured = ({ status }: { status?: string | null }) =>
  status == null || status === "captured" || status === "refunded";

/** Without our reference the payment is for something else than the zoo's tickets. */
export function paymentEvents(
  payment: z.output<typeof Payment>,
  link?: z.output<typeof LinkName>,
): ProviderEvent[] {
  const reference = link?.reference_id || payment.notes;
  if (!reference || !isCaptured(payment)) return [];
  return [
    {
      type: "captured",
      occurredAt: payment.created_at ?? Date.now(),
      reference,
      sessionId: link?.id,
      paymentId: payment.id,
      money: { amount: payment.amount, currency: payment.currency },
      method: payment.method ?? "",
      fee: payment.fee ?? undefined,
    },
  ];
}

/** All that is true of a link: it can be closed and have money. */
export function linkEvents(link: PaymentLink, reference: string): ProviderEvent[] {
  const captured = (link.payments ?? []).filter(isCaptured).map((payment): ProviderEvent => ({
    type: "captured",
    occurredAt: payment.created_at ?? Date.now(),
    reference,
    sessionId: link.id,
    paymentId: payment.payment_id,
    money: { amount: payment.amount, currency: link.currency },
    method: payment.method ?? "",
  }));
  return [...captured, ...closedEvents(link.status, link, reference)];
}

function closedEvents(
  how: string,
  { expired_at, cancelled_at }: { expired_at?: number | null; cancelled_at?: number | null },
  reference: string,
): ProviderEvent[] {
  if (how !== "expired" && how !== "cancelled") return [];
  const occurredAt = (how === "expired" ? expired_at : cancelled_at) || Date.now();
  return [{ type: "session_closed", occurredAt, reference, how }];
}

type RefundState = "pending" | "succeeded" | "failed";
const STATES: Record<string, RefundState> = { processed: "succeeded", failed: "failed" };

export function refundEvent(
  refund: Refund,
  state = STATES[refund.status ?? ""] ?? "pending",
): Extract<ProviderEvent, { type: "refund" }> {
  const { arn, rrn, utr } = refund.acquirer_data ?? {};
  return {
    type: "refund",
    occurredAt: refund.created_at ?? Date.now(),
    paymentId: refund.payment_id,
    refundId: refund.id,
    reference: refund.notes ?? refund.receipt ?? undefined,
    money: { amount: refund.amount, currency: refund.currency },
    state,
    bankReference: arn ?? rrn ?? utr ?? undefined,
  };
}

const entity = <T extends z.ZodType>(schema: T) => z.object({ entity: schema });

const CapturedPayment = z.object({ payment: entity(Payment) });
const UnpaidPayment = z.object({ payment: entity(FailedPayment) });
const MovedRefund = z.object({ refund: entity(Refund) });
const PaidLink = z.object({ payment_link: entity(LinkName), payment: entity(Payment) });
const ClosedLink = z.object({
  payment_link: entity(LinkName.extend({ expired_at: Instant, cancelled_at: Instant })),
});
const Dispute = z.object({
  dispute: entity(
    z.object({ payment_id: z.string().nullish(), amount: Amount, currency: Currency }),
  ),
  payment: entity(z.object({ id: z.string().nullish() })).nullish(),
});

type Reader = (payload: unknown, at: number) => ProviderEvent[];

const readPaidLink: Reader = (payload) => {
  const { payment_link, payment } = parsePayload(payload, PaidLink);
  return paymentEvents(payment.entity, payment_link.entity);
};

const readCaptured: Reader = (payload) =>
  paymentEvents(parsePayload(payload, CapturedPayment).payment.entity);

const readFailed: Reader = (payload, at) => {
  const { payment } = parsePayload(payload, UnpaidPayment);
  const { notes: reference, error_description } = payment.entity;
  const reason = withoutPersonalData(error_description ?? "");
  return reference ? [{ type: "attempt_failed", occurredAt: at, reference, reason }] : [];
};

const readClosed =
  (how: "expired" | "cancelled"): Reader =>
  (payload) => {
    const { entity: link } = parsePayload(payload, ClosedLink).payment_link;
    return link.reference_id ? closedEvents(how, link, link.reference_id) : [];
  };

/** A failure has the time of its message: banks return a refund days after it was made. */
const readRefund =
  (state: RefundState): Reader =>
  (payload, at) => {
    const { refund } = parsePayload(payload, MovedRefund);
    const event = refundEvent(refund.entity, state);
    return [state === "failed" ? { ...event, occurredAt: at } : event];
  };

const readDispute =
  (state: "open" | "won" | "lost"): Reader =>
  (payload, at) => {
    const { dispute, payment } = parsePayload(payload, Dispute);
    const { payment_id, amount, currency } = dispute.entity;
    const paymentId = payment_id ?? payment?.entity.id;
    if (!paymentId) return [];
    return [{ type: "dispute", occurredAt: at, paymentId, money: { amount, currency }, state }];
  };

/** Other types are of no interest: `payment.authorized` is followed by `payment.captured`. */
const READERS = new Map<string, Reader>([
  ["payment_link.paid", readPaidLink],
  ["payment_link.partially_paid", readPaidLink],
  ["payment_link.expired", readClosed("expired")],
  ["payment_link.cancelled", readClosed("cancelled")],
  ["payment.captured", readCaptured],
  ["payment.failed", readFailed],
  ["refund.created", readRefund("pending")],
  ["refund.processed", readRefund("succeeded")],
  ["refund.failed", readRefund("failed")],
  ["payment.dispute.created", readDispute("open")],
  ["payment.dispute.won", readDispute("won")],
  ["payment.dispute.lost", readDispute("lost")],
]);

export const Webhook = z.object({
  event: z.string().min(1),
  payload: z.unknown().optional(),
  created_at: Instant,
});

export const webhookEvents = ({ event, payload, created_at }: z.output<typeof Webhook>) =>
  READERS.get(event)?.(payload, created_at ?? Date.now()) ?? [];
