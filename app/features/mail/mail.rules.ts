/** Which mails there are, and how often one is tried. */

/** Each is about one order, and goes to the person who booked it. */
const ORDER_MAILS = [
  "booked",
  "paid",
  "moved",
  "cancelled",
  "refunded",
  "repaid",
  "closed",
  "reopened",
] as const;
export type OrderMail = (typeof ORDER_MAILS)[number];

/** `links` is about all bookings of an address, for a visitor who lost the way to them. */
export const MAIL_KINDS = [...ORDER_MAILS, "links"] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export const MAIL_LABEL: Record<MailKind, string> = {
  booked: "Booked",
  paid: "Tickets",
  moved: "Visit moved",
  cancelled: "Cancelled",
  refunded: "Refunded",
  repaid: "Money given back",
  closed: "Day closed",
  reopened: "Open again",
  links: "Lost link",
};

/** Stored states of a mail; `overtaken`: what it was to say is no longer true. */
export const DELIVERY_STATES = ["waiting", "sent", "failed", "overtaken"] as const;

/** A mail's delivery, as owners read it. */
export const MAIL_STATES = ["waiting", "sent", "failed", "not sent"] as const;
export type MailState = (typeof MAIL_STATES)[number];

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses before the second attempt, the third and so on. It gives up after about two days. */
const RETRY_DELAYS_MS = [
  2 * SECOND,
  10 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  8 * HOUR,
  12 * HOUR,
  12 * HOUR,
];

/** Milliseconds until the next attempt after this many failed ones; undefined when it is time to give up. */
export const retryDelay = (attempts: number): number | undefined => RETRY_DELAYS_MS[attempts - 1];

/** Longer than any attempt takes: until then, no other attempt picks the mail up. */
export const LEASE_MS = 5 * MINUTE;

/** A mail that nobody tried to send for this long, as without a mail server, is out of date. */
export const STALE_MS = 24 * HOUR;

/** An address is sent its links at most once in this time, whoever asks. */
export const LINKS_COOLDOWN_MS = 10 * MINUTE;

export const RETENTION_DAYS = 90;
