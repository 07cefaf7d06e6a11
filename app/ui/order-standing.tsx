import { nameOf } from "./order-actions";
import { OrderStatusBadge } from "./status-badge";
import type { OrderStatus } from "~/domain/order/order.rules";

type Order = {
  id: string;
  status: OrderStatus;
  statusReason: string;
  tickets: string;
  total: string;
  heldUntil: string;
};

/** Where an order stands, in one line for staff. */
export const OrderStanding = ({ order }: { order: Order }) => (
  <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
    <OrderStatusBadge status={order.status} />
    <span id={nameOf(order)}>
      {order.tickets}, {order.total}. {standing(order)}
    </span>
  </span>
);

function standing({ status, statusReason, heldUntil }: Order) {
  if (status === "pending") return `Its places are held until ${heldUntil}.`;
  if (status === "paid") return "Tickets are issued.";
  if (status === "refunded") return "The money went back and its tickets are void.";
  return statusReason ? `${statusReason}.` : "Its places are free again.";
}
