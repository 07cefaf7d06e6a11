export const ORDER_STATUSES = ["pending", "paid", "cancelled", "refunded"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

const TRANSITIONS: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ["paid", "cancelled"],
  paid: ["cancelled", "refunded"],
  cancelled: ["paid"],
  refunded: ["paid", "cancelled"],
};

export const canTransition = (from: OrderStatus, to: OrderStatus) => TRANSITIONS[from].includes(to);

export function transitionError(from: OrderStatus, to: OrderStatus) {
  return `An order that is ${from} cannot become ${to}; it can become ${TRANSITIONS[from].join(" or ")}`;
}

export const orderChangedError = ({ id, status }: { id: string; status: OrderStatus }) =>
  `Order ${id} is now ${status}. Check it, then try again.`;

/** Pending and paid orders reserve places; cancelled and refunded ones do not. */
export const ACTIVE_STATUSES: readonly OrderStatus[] = ["pending", "paid"];
export const isActive = (status: OrderStatus) => ACTIVE_STATUSES.includes(status);

/** Reasons for the visitor when the order was not ended by staff. */
export const STATUS_REASONS = {
  notPaid: "Not paid in time, so its places were released",
  cancelledUnpaid: "The zoo cancelled it because it was not paid",
  cancelledByVisitor: "You cancelled it",
  refundedToVisitor: "You asked for your money back",
};

/** Money that no provider returns: what staff refund without a reason they have paid already. */
export function isRefundDueAfter(
  before: { status: OrderStatus; refundDue: boolean },
  next: OrderStatus,
  reason: string,
) {
  if (next === "paid") return false;
  return before.status === "paid" ? next === "cancelled" || reason !== "" : before.refundDue;
}

export const refundAmount = (total: string) =>
  `You get ${total} back at the ticket counter, or the way you paid.`;
