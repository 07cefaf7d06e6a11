const ORDER_MAILS = [
  "booked",
  "paid",
  "moved",
  "cancelled",
  "refunded",
  "refundedPart",
  "repaid",
  "paidLate",
  "notFound",
  "closed",
  "reopened",
  "again",
] as const;

/** About the request of a group: to the school, to the zoo, and the answer no. */
const REQUEST_MAILS = ["groupAsked", "groupToAnswer", "groupDeclined"] as const;
export type RequestMail = (typeof REQUEST_MAILS)[number];
export type OrderMail = (typeof ORDER_MAILS)[number];

export const isRequestMail = (kind: MailKind): kind is RequestMail =>
  REQUEST_MAILS.some((known) => known === kind);

/** A change of a staff account, of which its owner gets a mail. */
export type AccountEvent =
  | "password"
  | "oneTimePassword"
  | "emailAddress"
  | "factorAdded"
  | "factorRemoved"
  | "factorReset"
  | "recoveryCodes"
  | "recoveryCode"
  | "passkeyAdded"
  | "passkeyRemoved";

/** `links` lists all upcoming bookings of an address, `reset` has a link for another password, `account` a change. */
export const MAIL_KINDS = [...ORDER_MAILS, ...REQUEST_MAILS, "links", "reset", "account"] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export const MAIL_LABEL: Record<MailKind, string> = {
  booked: "Booked",
  paid: "Tickets",
  moved: "Visit moved",
  cancelled: "Cancelled",
  refunded: "Refunded",
  refundedPart: "Refunded in part",
  repaid: "Money given back",
  paidLate: "Late payment",
  notFound: "Transfer not found",
  closed: "Day closed",
  reopened: "Open again",
  again: "Tickets again",
  groupAsked: "Group request received",
  groupToAnswer: "Group request to answer",
  groupDeclined: "Group request declined",
  links: "Lost link",
  reset: "Lost password",
  account: "Staff account",
};

/**
 * Stored states. `bounced`: sent, and returned by the mailbox. `overtaken`: the content no longer applies. `held`: one
 * too many to its address.
 */
export const DELIVERY_STATES = [
  "waiting",
  "sent",
  "bounced",
  "failed",
  "overtaken",
  "held",
] as const;

export const MAIL_STATES = [
  "waiting",
  "sent",
  "bounced",
  "failed",
  "held back",
  "not sent",
] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Staff can send these again. */
export const RESENDABLE: readonly MailState[] = ["failed", "bounced", "held back"];

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays before the second and later attempts, about two days in total. */
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

/** Milliseconds until the next attempt; undefined after the last one. */
export const retryDelay = (attempts: number): number | undefined => RETRY_DELAYS_MS[attempts - 1];

/** Longer than any attempt. No other attempt claims the mail in this time. */
export const LEASE_MS = 5 * MINUTE;

/** A mail without any attempt for this long is not sent. */
export const STALE_MS = 24 * HOUR;

/** Per address. */
export const LINKS_COOLDOWN_MS = 10 * MINUTE;
export const RESETS_COOLDOWN_MS = 2 * MINUTE;

/**
 * Of mails about orders that are not paid, which anybody can send to any address. What is too much for an address is
 * held back; what is too much in all is sent later.
 */
export const UNPAID_MAIL_LIMITS = { recipientPerHour: 6, recipientPerDay: 20, allPerHour: 300 };

/** How often staff can send the tickets of one order again. */
export const RESENT_PER_HOUR = 5;

export const RETENTION_DAYS = 90;
