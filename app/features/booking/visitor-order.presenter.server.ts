import { hasOffer } from "~/features/closures/reschedule-offers.server";
import { bookingDay } from "./bookable-slots.server";
import type { Order } from "~/features/orders/orders.server";
import { whyNotMove } from "./visitor-order.server";
import { isOver } from "~/lib/time-zone.server";
import { readQuery } from "~/lib/http/read-body.server";
import { orderView } from "~/features/orders/order.presenter.server";
import { ownOrderPath } from "~/lib/http/urls.server";
import { withoutQuestion } from "~/lib/http/current-url.server";
import { ticketViews } from "~/features/tickets/ticket.presenter.server";
import { upiPayment } from "~/features/orders/upi.server";

/**
 * An order as its visitor sees it, and what they may do about it. Throws a redirect when the address asks a
 * question that is already answered.
 */
export function ownOrderView(request: Request, order: Order) {
  const reason = whyNotMove(order);
  // A visitor who came anyway has nothing left to choose.
  const mayChoose = hasOffer(order) && reason === undefined;
  const question = readQuery(request).confirm;
  const asked = question === "cancel" && (order.status === "pending" || mayChoose);
  if (question && !asked) throw withoutQuestion(request);
  const paysByUpi = order.status === "pending" && order.paymentMethod === "upi";
  return {
    own: ownOrderPath(order.id),
    order: orderView(order),
    visit: { date: order.visitDate, slot: order.visitSlot },
    ...bookingDay(order.visitDate),
    hasOffer: mayChoose,
    isPast: isOver(order.visitDate, order.visitSlot),
    whyNotMove: reason,
    tickets: ticketViews(request, order),
    upi: paysByUpi ? upiPayment(order) : null,
    asked,
  };
}
