import { STATUS_REASONS } from "../order-status";
import type { staffOrderView } from "../staff-order.presenter.server";
import { OrderStatusBadge } from "~/components/ui/status-badge";
import { nameOf } from "./order-actions";
import { PAYMENT_NAME } from "../payment-methods";

type Order = ReturnType<typeof staffOrderView>["order"];

export const OrderStatusLine = ({ order }: { order: Order }) => (
  <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
    <OrderStatusBadge status={order.status} />
    <span id={nameOf(order)}>
      {order.tickets}, {order.total}. {standing(order)}
    </span>
  </span>
);

const VISITOR_TEXT: Record<string, string> = {
  [STATUS_REASONS.cancelledUnpaid]: "The zoo cancelled it, as it was not paid",
  [STATUS_REASONS.cancelledByVisitor]: "The visitor cancelled it",
  [STATUS_REASONS.refundedToVisitor]: "The visitor asked for a refund",
};

const OFFERED =
  "The zoo is closed in its slot: waiting for the visitor to choose a move or a refund.";

function standing(order: Order) {
  const { status, statusReason, expiresAt } = order;
  const reason = VISITOR_TEXT[statusReason] ?? statusReason;
  if (order.hasOffer) return OFFERED;
  if (status === "pending") return `Its places are held until ${expiresAt}.`;
  if (status === "paid") return "Tickets are issued.";
  if (order.refundDue) {
    const paid = `${order.refund} (${PAYMENT_NAME[order.paymentMethod]})`;
    return status === "refunded"
      ? `${reason}: give back ${paid}. The tickets are void.`
      : `Give back ${paid}, or mark the order paid again. The tickets are void.`;
  }
  if (status === "refunded" && !reason) return "The money was refunded and the tickets are void.";
  if (order.repaidBy) {
    return `${order.refund} was given back by ${order.repaidBy}. The tickets are void.`;
  }
  return reason ? `${reason}.` : "Its places are free again.";
}
