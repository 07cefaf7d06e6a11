import { REASONS, type OrderStatus } from "~/domain/order/order.rules";
import { OrderStatusBadge } from "../base/status-badge";
import { nameOf } from "./order-actions";
import { inSentence } from "./order-facts";

type Order = {
  id: string;
  status: OrderStatus;
  statusReason: string;
  tickets: string;
  total: string;
  payment: string;
  heldUntil: string;
  /** The zoo closed its slot, and the visitor has not chosen yet. */
  hasOffer: boolean;
  /** Its money is still to be given back. */
  owed: boolean;
};

/** Where an order stands, in one line for staff; reasons worded for visitors are reworded. */
export const OrderStanding = ({ order }: { order: Order }) => (
  <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
    <OrderStatusBadge status={order.status} />
    <span id={nameOf(order)}>
      {order.tickets}, {order.total}. {standing(order)}
    </span>
  </span>
);

const OF_THE_VISITOR: Record<string, string> = {
  [REASONS.cancelledByVisitor]: "The visitor cancelled it",
  [REASONS.refundedToVisitor]: "The visitor asked for a refund",
};

const OFFERED =
  "The zoo is closed in its slot: waiting for the visitor to choose a move or a refund.";

function standing(order: Order) {
  const { status, statusReason, heldUntil } = order;
  const reason = OF_THE_VISITOR[statusReason] ?? statusReason;
  if (order.hasOffer) return OFFERED;
  if (status === "pending") return `Its places are held until ${heldUntil}.`;
  if (status === "paid") return "Tickets are issued.";
  const paid = `${order.total} (${inSentence(order.payment)})`;
  if (status === "refunded") {
    return order.owed
      ? `${reason}: give back ${paid}. The tickets are void.`
      : "The money was refunded and the tickets are void.";
  }
  if (order.owed) {
    return `${paid} was paid: give it back, or mark the order paid again. The tickets are void.`;
  }
  return reason ? `${reason}.` : "Its places are free again.";
}
