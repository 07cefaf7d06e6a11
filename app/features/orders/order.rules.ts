import { PAISE_PER_RUPEE } from "~/lib/money";

/** The zoo's booking rules: what there is to buy, what it costs, and how an order's status may change. */

export const TICKET_TYPES = ["adult", "child", "senior"] as const;
export type TicketType = (typeof TICKET_TYPES)[number];
export type TicketCounts = Record<TicketType, number>;

/** Paise for one ticket (spec 9). */
export const PRICE_PAISE: TicketCounts = {
  adult: 20 * PAISE_PER_RUPEE,
  child: 10 * PAISE_PER_RUPEE,
  senior: 15 * PAISE_PER_RUPEE,
};
export const MAX_PER_TYPE = 10;

export const onlyLeft = (places: number) =>
  `Only ${places} ${places === 1 ? "place" : "places"} left`;

/** A visit can be moved until this long before it starts (spec 9). */
export const MOVE_HOURS = 24;
export const FREE_MOVE = `Free reschedule up to ${MOVE_HOURS} hours before the visit.`;

/** When a day has no room, this many days after it are searched for some. */
export const LOOK_AHEAD = 60;

export const CURRENCY = "INR";

export const SLOTS = ["morning", "afternoon", "evening"] as const;
export type Slot = (typeof SLOTS)[number];
/** A record with a value for each slot. */
export const bySlot = <Value>(of: (slot: Slot) => Value): Record<Slot, Value> => ({
  morning: of("morning"),
  afternoon: of("afternoon"),
  evening: of("evening"),
});
/** When somebody comes. */
export type Visit = { visitDate: string; visitSlot: Slot };

/** Hours as printed, and the whole hours of the zoo's day at which a slot starts and ends. */
export const SLOT_HOURS: Record<
  Slot,
  { label: string; hours: string; start: number; end: number }
> = {
  morning: { label: "Morning", hours: "9:00 AM–12:00 PM", start: 9, end: 12 },
  afternoon: { label: "Afternoon", hours: "12:00–3:00 PM", start: 12, end: 15 },
  evening: { label: "Evening", hours: "3:00–6:00 PM", start: 15, end: 18 },
};
/** `Evening, 3:00–6:00 PM` */
export const slotInWords = (slot: Slot) => `${SLOT_HOURS[slot].label}, ${SLOT_HOURS[slot].hours}`;
export const OPENING_HOURS = "9:00 AM–6:00 PM";

export const TICKET_LABEL: Record<TicketType, string> = {
  adult: "Adult",
  child: "Child",
  senior: "Senior",
};

export const PAYMENT_METHODS = ["upi", "card", "cash"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
export const PAYMENT_LABEL: Record<PaymentMethod, string> = {
  upi: "UPI",
  card: "Card",
  cash: "Cash",
};

export const ORDER_STATUSES = ["pending", "paid", "cancelled", "refunded"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const PHONE_MAX = 10;
/** Leaves room for +91, blanks and brackets, so that no field silently cuts a number short. */
export const PHONE_TYPED_MAX = 30;

export const PROMO = { code: "ZOO10", percent: 10 };

export const normalPromo = (typed: string) => typed.trim().toUpperCase();
export const isPromo = (typed: string) => normalPromo(typed) === PROMO.code;

export type Line = { ticketType: TicketType; quantity: number; unitPricePaise: number };
export type Price = {
  lines: Line[];
  ticketCount: number;
  subtotalPaise: number;
  discountPaise: number;
  totalPaise: number;
};

/** The one place where an order gets its price. An unknown promo code gives no discount. */
export function priceOf(counts: TicketCounts, promoCode?: string | null): Price {
  const lines = TICKET_TYPES.filter((type) => counts[type] > 0).map((ticketType) => ({
    ticketType,
    quantity: counts[ticketType],
    unitPricePaise: PRICE_PAISE[ticketType],
  }));
  const ticketCount = lines.reduce((sum, line) => sum + line.quantity, 0);
  const subtotalPaise = lines.reduce((sum, line) => sum + line.quantity * line.unitPricePaise, 0);
  const discountPaise = promoCode && isPromo(promoCode) ? discountOn(subtotalPaise) : 0;
  return {
    lines,
    ticketCount,
    subtotalPaise,
    discountPaise,
    totalPaise: Math.max(0, subtotalPaise - discountPaise),
  };
}

/** 10 % in whole rupees, halves up (contract 5). */
function discountOn(subtotalPaise: number) {
  return Math.round((subtotalPaise * PROMO.percent) / 100 / PAISE_PER_RUPEE) * PAISE_PER_RUPEE;
}

const TRANSITIONS: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ["paid", "cancelled"],
  paid: ["cancelled", "refunded"],
  cancelled: ["paid"],
  refunded: ["paid", "cancelled"],
};

/** Whether an order's status may change like this (contract 5). */
export const canBecome = (from: OrderStatus, to: OrderStatus) => TRANSITIONS[from].includes(to);

/** Why a status cannot follow, and which ones can. */
export function transitionRefusal(from: OrderStatus, to: OrderStatus) {
  return `An order that is ${from} cannot become ${to}; it can become ${TRANSITIONS[from].join(" or ")}`;
}

/** Why an order ended when no member of staff ended it, in words for its visitor. */
export const REASONS = {
  notPaid: "Not paid in time, so its places were released",
  cancelledByVisitor: "You cancelled it",
  refundedToVisitor: "You asked for your money back",
};

/**
 * Whether staff have to give an order's money back once its status has changed. Whoever presses Refund has given it
 * already, and leaves no reason; a visitor who asks for it, and a zoo that closes the slot, leave one.
 */
export function isOwedAfter(
  before: { status: OrderStatus; owed: boolean },
  next: OrderStatus,
  reason: string,
) {
  if (next === "paid") return false;
  return before.status === "paid" ? next === "cancelled" || reason !== "" : before.owed;
}

/** How such money comes back; the site itself moves none. */
export const moneyBack = (total: string) =>
  `You get ${total} back at the ticket counter, or the way you paid.`;

/** Pending and paid orders take up places; cancelled and refunded ones do not. */
export const HOLDING: readonly OrderStatus[] = ["pending", "paid"];
export const holdsPlaces = (status: OrderStatus) => HOLDING.includes(status);

/** An order's tickets as tables show them: `2 adult, 1 child`. */
export const ticketText = (lines: Pick<Line, "ticketType" | "quantity">[]) =>
  lines.map(({ ticketType, quantity }) => `${quantity} ${ticketType}`).join(", ");
