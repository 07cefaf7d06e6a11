import { hasOffer } from "~/domain/capacity/offers.server";
import { bookingDay } from "~/domain/order/booking-slots.server";
import type { Order } from "~/domain/order/orders.server";
import { whyNotMove } from "~/domain/order/own-order.server";
import { isOver } from "~/domain/zoo-time.server";
import { readQuery } from "../body.server";
import { orderView } from "../order-view.server";
import { ownOrderPath } from "../site.server";
import { withoutQuestion } from "./address.server";
import { ticketViews } from "./ticket-view.server";
import { upiPayment } from "./upi.server";

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
