import * as z from "zod";

/** A mail that came back for good, as its provider tells it. */
export type Bounce = {
  recipient: string;
  /** The Message-ID header, where the provider passes it on unchanged. */
  messageId: string;
  reason: string;
  /** When it came back, by the provider's clock: UTC ms. */
  at: number | undefined;
};

const MAX_REASON = 300;
const MAX_EVENTS = 1_000;
const text = z.string().catch("");
const seconds = z.number().optional().catch(undefined);

/** https://postmarkapp.com/developer/webhooks/bounce-webhook; the types left out do not concern the mailbox. */
const Postmark = z.object({
  RecordType: z.literal("Bounce"),
  Type: z.string(),
  Email: z.string(),
  Description: text,
  Details: text,
  BouncedAt: text,
});
const POSTMARK_IGNORED =
  /^(Transient|AutoResponder|Subscribe|Unsubscribe|AddressChange|ChallengeVerification|OpenRelayTest)$/;

/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event */
const SendGrid = z.object({
  event: z.enum(["bounce", "dropped"]),
  email: z.string(),
  reason: text,
  "smtp-id": text,
  timestamp: seconds,
});

/** https://developers.brevo.com/docs/transactional-webhooks */
const Brevo = z.object({
  event: z.enum(["hard_bounce", "soft_bounce", "blocked", "invalid_email"]),
  email: z.string(),
  reason: text,
  "message-id": text,
  ts_event: seconds,
});

/** The bounces in what a provider posts, one event or a list; other events are left out. */
export function parseBounces(body: unknown): Bounce[] {
  const events: unknown[] = Array.isArray(body) ? body : [body];
  return events.slice(0, MAX_EVENTS).flatMap((event) => parseBounce(event) ?? []);
}

function parseBounce(event: unknown): Bounce | undefined {
  const postmark = Postmark.safeParse(event).data;
  if (postmark) {
    if (POSTMARK_IGNORED.test(postmark.Type)) return undefined;
    const { Email, Description, Details, BouncedAt } = postmark;
    return toBounce(Email, "", `${Description} ${Details}`, Date.parse(BouncedAt));
  }
  const sendGrid = SendGrid.safeParse(event).data;
  if (sendGrid) {
    const { email, reason, timestamp = NaN } = sendGrid;
    return toBounce(email, sendGrid["smtp-id"], reason, timestamp * 1000);
  }
  const brevo = Brevo.safeParse(event).data;
  if (!brevo) return undefined;
  const { email, reason, ts_event = NaN } = brevo;
  return toBounce(email, brevo["message-id"], reason, ts_event * 1000);
}

function toBounce(recipient: string, messageId: string, reason: string, at: number): Bounce {
  const line = reason.replace(/\s+/g, " ").trim().slice(0, MAX_REASON);
  return {
    recipient: recipient.trim(),
    messageId: messageId.trim(),
    reason: line || "No reason was given",
    at: Number.isFinite(at) ? at : undefined,
  };
}
