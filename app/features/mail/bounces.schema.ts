import * as z from "zod";

/** A mail that a mailbox has refused for good, as its provider tells it. */
export type Bounce = {
  recipient: string;
  /** The Message-ID header, where the provider passes it on unchanged. */
  messageId: string;
  reason: string;
};

const MAX_REASON = 300;
const MAX_EVENTS = 1_000;
const text = z.string().catch("");

/** https://postmarkapp.com/developer/webhooks/bounce-webhook; the types left out are not about a mailbox that refuses. */
const Postmark = z.object({
  RecordType: z.literal("Bounce"),
  Type: z.string(),
  Email: z.string(),
  Description: text,
  Details: text,
});
const POSTMARK_IGNORED =
  /^(Transient|AutoResponder|Subscribe|Unsubscribe|AddressChange|ChallengeVerification|OpenRelayTest)$/;

/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event */
const SendGrid = z.object({
  event: z.enum(["bounce", "dropped"]),
  email: z.string(),
  reason: text,
  "smtp-id": text,
});

/** https://developers.brevo.com/docs/transactional-webhooks */
const Brevo = z.object({
  event: z.enum(["hard_bounce", "soft_bounce", "blocked", "invalid_email"]),
  email: z.string(),
  reason: text,
  "message-id": text,
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
    return toBounce(postmark.Email, "", [postmark.Description, postmark.Details]);
  }
  const sendGrid = SendGrid.safeParse(event).data;
  if (sendGrid) return toBounce(sendGrid.email, sendGrid["smtp-id"], [sendGrid.reason]);
  const brevo = Brevo.safeParse(event).data;
  return brevo && toBounce(brevo.email, brevo["message-id"], [brevo.reason]);
}

function toBounce(recipient: string, messageId: string, reasons: string[]): Bounce {
  const reason = reasons.filter(Boolean).join(" ").replace(/\s+/g, " ").trim();
  return {
    recipient: recipient.trim(),
    messageId: messageId.trim(),
    reason: reason.slice(0, MAX_REASON) || "No reason was given",
  };
}
