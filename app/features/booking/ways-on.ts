import type { OrderStatus } from "~/features/orders/order-status";

/** What a visitor can do about a booking that is not simply to be used, the same on every page. */
const WAYS = {
  find: { label: "Find my booking", to: "/tickets/find" },
  contact: { label: "Write to us", to: "/contact" },
  book: { label: "Book Tickets", to: "/tickets" },
} as const;

type Way = keyof typeof WAYS;

export type BookingState = keyof typeof WAYS_ON;

const WAYS_ON = {
  /** To be paid or used; its own page has what can be done. */
  open: [],
  closed: ["find", "contact"],
  inside: ["contact"],
  over: ["book", "contact"],
  cancelled: ["book"],
  /** Money is to be given back. */
  owed: ["book", "contact"],
  /** Cancelled, refunded, or replaced by another code. */
  void: ["find", "book"],
  unknown: ["find", "contact"],
} as const satisfies Record<string, readonly Way[]>;

/** The buttons that lead on from a state of a booking or ticket. */
export const waysOn = (state: BookingState) => WAYS_ON[state].map((way) => WAYS[way]);

type Booking = { status: OrderStatus; refundDue: boolean };

export function bookingState(
  { status, refundDue }: Booking,
  { isPast = false, isInside = false },
): BookingState {
  if (refundDue) return "owed";
  if (status === "cancelled" || status === "refunded") return "cancelled";
  if (isInside) return "inside";
  return isPast ? "over" : "open";
}
