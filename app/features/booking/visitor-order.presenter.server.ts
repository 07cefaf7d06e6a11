import { hasRescheduleOffer } from "~/features/closures/reschedule-offers.server";
import { bookableDay } from "./bookable-slots.server";
import type { Order } from "~/features/orders/order.types";
import { isConfirmationKey, rescheduleBlockedReason } from "./visitor-order.server";
import { canConfirm } from "~/features/orders/visit-rules.server";
import { hasSlotEnded } from "~/lib/time-zone.server";
import { readQuery } from "~/lib/http/read-body.server";
import { orderView } from "~/features/orders/order.presenter.server";
import { visitorOrderPath } from "~/lib/http/urls.server";
import { redirectWithoutConfirm } from "~/lib/http/current-url.server";
import { ticketViews } from "~/features/tickets/ticket.presenter.server";
import { upiPayment } from "~/features/orders/upi.server";

/** An order's page for its visitor. Throws a redirect when `confirm` no longer applies. */
export function ownOrderView(request: Request, order: Order) {
  const reason = rescheduleBlockedReason(order);
  // A visitor who came despite the closure has no choice left.
  const mayChoose = hasRescheduleOffer(order) && reason === undefined;
  const { confirm: question, proof = "" } = readQuery(request);
  const isConfirmingCancel = question === "cancel" && (order.status === "pending" || mayChoose);
  if (question && !isConfirmingCancel) throw redirectWithoutConfirm(request);
  const paysByUpi = order.status === "pending" && order.paymentMethod === "upi";
  return {
    own: visitorOrderPath(order),
    order: orderView(order),
    visit: { date: order.visitDate, slot: order.visitSlot },
    ...bookableDay(order.visitDate),
    hasOffer: mayChoose,
    isPast: hasSlotEnded(order.visitDate, order.visitSlot),
    whyNotMove: reason,
    tickets: ticketViews(request, order),
    upi: paysByUpi ? upiPayment(order) : null,
    isConfirmingCancel,
    /** The key of the mail whose link led here, while there is something to confirm. */
    proof: canConfirm(order) && isConfirmationKey(order, proof) ? proof : null,
  };
}
