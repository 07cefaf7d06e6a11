import { REASONS, type OrderStatus } from "../order.rules";
import { OrderStatusBadge } from "~/components/ui/status-badge";
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
  /** Who gave it back, if that was ever owed. */
  repaidBy: string | null;
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
  if (order.owed) {
    const paid = `${order.total} (${inSentence(order.payment)})`;
    return status === "refunded"
      ? `${reason}: give back ${paid}. The tickets are void.`
      : `${paid} was paid: give it back, or mark the order paid again. The tickets are void.`;
  }
  if (status === "refunded" && !reason) return "The money was refunded and the tickets are void.";
  if (order.repaidBy) {
    return `${order.total} was given back by ${order.repaidBy}. The tickets are void.`;
  }
  return reason ? `${reason}.` : "Its places are free again.";
}
