import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findOwnOrder } from "~/domain/order/orders.server";
import { ticketsOf } from "~/domain/ticket/tickets.server";
import { usedText } from "~/domain/ticket/check-in.server";
import { orResponse } from "~/http/guard.server";
import { orderView } from "~/http/order-view.server";
import { qrOf } from "~/http/qr.server";
import { ticketAddress } from "~/http/site.server";
import { upiPayment } from "~/http/upi.server";
import { ButtonLink } from "~/ui/button";
import { HowToPay } from "~/ui/how-to-pay";
import { PrintButton } from "~/ui/print-button";
import { OrderStatusBadge } from "~/ui/status-badge";
import { TicketCard, TicketSheet } from "~/ui/ticket-card";
import { VisitCard } from "~/ui/visit-card";

/** Whoever has the link is the visitor; it stays out of caches, search engines and referrers. */
export const headers = () => ({
  "Cache-Control": "no-store",
  "Referrer-Policy": "same-origin",
  "X-Robots-Tag": "noindex",
});

export function loader({ request, params: { id = "", key = "" } }: LoaderFunctionArgs) {
  return orResponse(() => {
    const order = findOwnOrder(id, key);
    const issued = order.status === "paid" ? ticketsOf(order.seq) : [];
    const tickets = issued.map(({ code, number, ticketType, usedAt }) => ({
      code,
      number,
      ticketType,
      of: order.ticketCount,
      qr: qrOf(ticketAddress(request, code)),
      state: usedAt === null ? ("valid" as const) : ("used" as const),
      usedAt: usedAt === null ? null : usedText(usedAt),
    }));
    const upi = order.status === "pending" && order.paymentMethod === "upi";
    return json({ order: orderView(order), tickets, upi: upi ? upiPayment(order) : null });
  });
}

export default function OrderPage() {
  const { order, tickets, upi } = useLoaderData<typeof loader>();
  const hasMore = order.status === "pending" || tickets.length > 0;
  return (
    <div className="wrap section print:w-full print:py-0">
      <div className="print:hidden">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="text-display">Order {order.id}</h1>
          <OrderStatusBadge status={order.status} />
        </div>
        <p className="mt-3 text-lead">{standing(order)}</p>
        <p className="mt-2 text-ink-3">Save this page. It is the only way back to your tickets.</p>
      </div>
      <div
        className={`mt-8 grid items-start gap-8 print:mt-0 print:block ${hasMore ? "lg:grid-cols-[7fr_5fr]" : "max-w-[36rem]"}`}
      >
        {hasMore && (
          <div className="grid gap-5 print:block">
            {order.status === "pending" && <HowToPay order={order} upi={upi} />}
            {tickets.length > 0 && (
              <TicketSheet>
                {tickets.map((ticket) => (
                  <TicketCard
                    key={ticket.code}
                    ticket={ticket}
                    visit={{ dateText: order.visitDay, slotText: `${order.slot}, ${order.hours}` }}
                    name={order.customer}
                    orderId={order.id}
                  />
                ))}
              </TicketSheet>
            )}
          </div>
        )}
        <VisitCard order={order}>
          {tickets.length > 0 && <PrintButton />}
          {!hasMore && (
            <ButtonLink to="/tickets" className="mt-5">
              Book Tickets
            </ButtonLink>
          )}
        </VisitCard>
      </div>
    </div>
  );
}

/** One sentence that says where things stand. */
function standing({ status, statusReason }: { status: string; statusReason: string }) {
  if (status === "paid") return "Paid. Show these codes at the gate.";
  if (status === "refunded") return "Refunded. The tickets of this order are no longer valid.";
  if (status === "cancelled") return statusReason ? `Cancelled. ${statusReason}.` : "Cancelled.";
  return "Waiting for payment. Tickets with QR codes are issued after payment.";
}
