import { Link } from "@remix-run/react";
import type { OrderStatus } from "~/domain/order/order.rules";
import { OrderStatusBadge } from "./status-badge";

type Props = { id: string; status: OrderStatus; statusReason: string };

/** Which order it is, and one sentence that says where things stand. */
export const OrderHead = ({ id, status, statusReason }: Props) => (
  <div className="print:hidden">
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h1 className="text-display">Order {id}</h1>
      <OrderStatusBadge status={status} />
    </div>
    <p className="mt-3 text-lead">{standing(status, statusReason)}</p>
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
  if (status === "refunded") return "Refunded. The tickets of this order are no longer valid.";
  if (status === "cancelled") return reason ? `Cancelled. ${reason}.` : "Cancelled.";
  return "Waiting for payment. Tickets with QR codes are issued after payment.";
}
