/**
 * What of the money needs a member of staff. transfer: a visitor has given the reference of a UPI transfer. choice,
 * unmatched, duplicate, amount and dispute: as the review of a payment. missing: a payment that its provider does not
 * list. failed: a refund that did not go. stuck: one of which it is not known whether it went. reported: one that was
 * made at the provider, of an order that is still paid. session: a page that is open past its time. event: a report of
 * a provider that cannot be applied.
 */
export type RowKind =
  | "transfer"
  | "choice"
  | "unmatched"
  | "duplicate"
  | "amount"
  | "missing"
  | "failed"
  | "stuck"
  | "reported"
  | "session"
  | "event"
  | "dispute";

export const KIND_LABEL: Record<RowKind, string> = {
  transfer: "Waiting for the bank",
  choice: "Money without a ticket",
  unmatched: "Money for no known order",
  duplicate: "Paid twice",
  amount: "Another amount",
  missing: "Not at the provider",
  failed: "Refund failed",
  stuck: "Refund without an answer",
  reported: "Refunded at the provider",
  session: "Payment page still open",
  event: "Report not applied",
  dispute: "Disputed",
};

/** A `field` is filled in before the button is pressed; that for the amount has the row's. */
export type Act = { intent: Intent; label: string; field?: { name: string; label: string } };

export const INTENTS = [
  "came",
  "absent",
  "refund",
  "accept",
  "attach",
  "confirm",
  "again",
  "given",
  "refunded",
  "keep",
  "look",
  "retry",
  "dismiss",
] as const;
export type Intent = (typeof INTENTS)[number];

const REFERENCE = { name: "bankReference", label: "Bank reference" };
const REFUND: Act = { intent: "refund", label: "Refund" };
const ATTACH: Act = {
  intent: "attach",
  label: "Attach",
  field: { name: "order", label: "Order number" },
};

/** Of money that did not come through a provider, and so cannot go back through one. */
export const GIVEN_BACK = "Given back by hand";

/** The main one first. */
export const ACTS: Record<RowKind, readonly Act[]> = {
  transfer: [
    { intent: "came", label: "Money has come", field: { name: "amount", label: "Rupees" } },
    { intent: "absent", label: "Not found" },
  ],
  choice: [REFUND, { intent: "accept", label: "Mark Paid" }, ATTACH],
  unmatched: [REFUND, ATTACH],
  duplicate: [{ intent: "refund", label: "Refund the second" }],
  amount: [{ intent: "accept", label: "Accept" }, REFUND],
  missing: [{ intent: "confirm", label: "Confirm", field: REFERENCE }],
  failed: [
    { intent: "again", label: "Ask again" },
    { intent: "given", label: "Given by hand", field: REFERENCE },
  ],
  stuck: [
    { intent: "again", label: "Ask again" },
    { intent: "given", label: "It has gone", field: REFERENCE },
  ],
  reported: [
    { intent: "refunded", label: "Mark the order refunded" },
    { intent: "keep", label: "Keep the order" },
  ],
  session: [{ intent: "look", label: "Look now" }],
  event: [
    { intent: "retry", label: "Try again" },
    { intent: "dismiss", label: "Set aside" },
  ],
  dispute: [],
};

/** What to know before one of the buttons is pressed. */
export const KIND_HINT: Record<RowKind, string> = {
  transfer:
    "Look for the reference at the bank. If it is not there, its visitor learns it and can correct it.",
  choice:
    "It came when the order was over. Its visitor chooses, too, and after three days it goes back. For another slot, move the order first, then mark it paid.",
  unmatched: "Refund it, or attach it to the order that it is for.",
  duplicate: "Its first payment stays; the second goes back.",
  amount: "Accept it, and the order is paid without further money; or refund it.",
  missing: "Look for it in the bank's statement.",
  failed: "The money is still here.",
  stuck: "Asked again, the provider gives the money back once. Or look for it in its dashboard.",
  reported: "Its tickets are still valid here.",
  session: "The provider has not said how it ended.",
  event: "Set aside what is not about the zoo.",
  dispute: "Answer it in the provider's dashboard. How it ends appears here by itself.",
};
