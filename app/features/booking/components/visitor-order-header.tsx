import { Link } from "@remix-run/react";
import { can } from "~/features/auth/permissions";
import type { orderView } from "~/features/orders/order.presenter.server";
import { isActive, refundAmount } from "~/features/orders/order-status";
import { focusTarget } from "~/components/ui/focus-target";
import { OrderStatusBadge } from "~/components/ui/status-badge";
import { useRootData } from "~/components/hooks/use-root-data";
import { CancelLink } from "./cancel-booking";

type Order = ReturnType<typeof orderView>;

type Props = {
  own: string;
  order: Order;
  hasOffer: boolean;
  /** Why its slot is closed; blank for no reason. */
  closureReason: string;
  isPast: boolean;
  /** Who is inside already. */
  inside: { line: string } | null;
};

export const VisitorOrderHeader = ({ own, order, isPast, inside, ...closure }: Props) => (
  <div className="beside-tickets print:mb-5">
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h1 className="text-display">
        Order <span className="inline-block">{order.id}</span>
      </h1>
      <OrderStatusBadge status={order.status} />
    </div>
    <p className="mt-3 text-lead">
      {closure.hasOffer ? closed(order, closure.closureReason) : statusLine(order, isPast)}
    </p>
    {closure.hasOffer && inside && <p className="mt-2">{inside.line}</p>}
    <StaffLink id={order.id} />
    {closure.hasOffer && <ClosedNotice own={own} order={order} />}
    {isActive(order.status) && (
      <p className="mt-2 text-ink-3">
        Save this page: it is the way to your tickets. If you lose it,{" "}
        <Link to="/tickets/find" className="link">
          find your booking
        </Link>
        .
      </p>
    )}
  </div>
);

const ClosedNotice = ({ own, order }: Pick<Props, "own" | "order">) => (
  <div className="my-4 max-w-prose rounded-card bg-pending-bg p-4 text-pending-fg print:hidden">
    <p className="font-semibold">
      The zoo has to close during your slot. Move your visit to another one for free, or{" "}
      {order.status === "paid" ? "get your money back" : "cancel the booking"}: it is your choice.
    </p>
    <p className="mt-3 flex flex-wrap gap-3">
      <a href="#move" onClick={focusTarget} className="btn btn-primary btn-44">
        Move your visit
      </a>
      <CancelLink own={own} order={order} variant="secondary" />
    </p>
  </div>
);

const StaffLink = ({ id }: { id: string }) =>
  can(useRootData().staff, "orders.read") && (
    <p className="mt-2 print:hidden">
      <Link to={`/admin/dashboard/orders/${id}`} className="link">
        Open in the back office
      </Link>
    </p>
  );

const closed = ({ status, visitDay, slot }: Order, reason: string) =>
  `${status === "paid" ? "Paid, but" : "Not paid yet, and"} the zoo is closed in the ${slot.toLowerCase()} of ${visitDay}${reason && `: ${reason}`}. Please do not come then.`;

const LATE = "Write to us with the order number if it has not come within a few days.";

function statusLine(order: Order, isPast: boolean) {
  const { status, statusReason: reason, refund } = order;
  if (status === "paid" && isPast) return "Paid. The slot of this visit is over.";
  if (status === "paid") return "Paid. Show these codes at the gate.";
  if (status === "refunded") {
    const comes = order.refundDue ? `${reason}. ${refundAmount(refund)} ${LATE} ` : "";
    return `Refunded. ${comes}The tickets of this order are no longer valid.`;
  }
  if (order.refundDue) {
    return `Cancelled. Write to us with the order number to get ${refund} back.`;
  }
  if (status === "cancelled") return reason ? `Cancelled. ${reason}.` : "Cancelled.";
  if (isPast) return "Not paid, and the slot is over.";
  return "Waiting for payment. Tickets with QR codes are issued after payment.";
}
