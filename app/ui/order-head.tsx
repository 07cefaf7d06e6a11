import { Link } from "@remix-run/react";
import type { OrderStatus } from "~/domain/order/order.rules";
import { OrderStatusBadge } from "./status-badge";

type Props = { id: string; status: OrderStatus; statusReason: string; isClosed: boolean };

/** Which order it is, and one sentence that says where things stand. */
export const OrderHead = ({ id, status, statusReason, isClosed }: Props) => (
  <div className="print:hidden">
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h1 className="text-display">Order {id}</h1>
      <OrderStatusBadge status={status} />
    </div>
    <p className="mt-3 text-lead">{standing(status, statusReason)}</p>
    {isClosed && (
      <p className="mt-4 max-w-prose rounded-card bg-pending-bg p-4 font-semibold text-pending-fg">
        The zoo has to close in your slot. Move your visit to another one for free, or get your
        money back: it is your choice.
      </p>
    )}
    <p className="mt-2 text-ink-3">
      Save this page. It is the only way back to your tickets; if you lose it,{" "}
      <Link to="/tickets/find" className="link">
        find your booking
      </Link>
      .
    </p>
  </div>
);

function standing(status: OrderStatus, reason: string) {
  if (status === "paid") return "Paid. Show these codes at the gate.";
  if (status === "refunded") {
    return `Refunded. ${reason && `${reason}. `}The tickets of this order are no longer valid.`;
  }
  if (status === "cancelled") return reason ? `Cancelled. ${reason}.` : "Cancelled.";
  return "Waiting for payment. Tickets with QR codes are issued after payment.";
}
