import { hasRescheduleOffer } from "~/features/closures/reschedule-offers.server";
import { publicReasons } from "~/features/capacity/capacity.server";
import { bookingState } from "./ways-on";
import { bookableDay } from "./bookable-slots.server";
import { paymentNotice } from "./payment-notice.server";
import type { Order } from "~/features/orders/order.types";
import {
  findVisitorOrder,
  isConfirmationKey,
  rescheduleBlockedReason,
} from "./visitor-order.server";
import { canConfirm } from "~/features/orders/visit-rules.server";
import { MoveVisit } from "~/features/orders/order.schema";
import { peopleInside } from "~/features/tickets/people-inside.server";
import { formatLongDate } from "~/lib/dates";
import { DomainError } from "~/lib/errors";
import type { FormValues } from "~/lib/form-values";
import { readQuery } from "~/lib/http/read-body.server";
import { orderView } from "~/features/orders/order.presenter.server";
import { COUNTER_PATH } from "~/features/counter/counter.rules";
import { toQr } from "~/lib/http/qr.server";
import { siteOrigin, visitorOrderPath } from "~/lib/http/urls.server";
import { redirectWithoutConfirm } from "~/lib/http/current-url.server";
import { partyCodeView, ticketViews } from "~/features/tickets/ticket.presenter.server";
import { newestSession, onlinePaymentBarrier } from "~/features/payments/checkout.server";
import { lateMoneyOf } from "~/features/payments/late-money.server";
import { activeProvider } from "~/features/payments/payment-providers.server";
import { amountToPay } from "~/features/groups/group-orders.server";
import { visitorInvoices } from "~/features/groups/invoice.presenter.server";
import { formatRupees } from "~/lib/money";
import { visitorDocuments } from "~/features/receipts/order-documents.presenter.server";
import { takesTransfer, upiPayment } from "~/features/orders/upi.server";
import { givenReference } from "~/features/transfers/bank-references.server";
import { hasSlotEnded } from "~/features/slots/slot-times.server";
import { formatSlotOn } from "~/features/slots/slots.server";

/** How often a page that waits for a payment loads itself again, every five seconds. */
const MAX_CHECKS = 12;

/** Paying online; null where the order is not paid so. `check`: how often the page has looked since the return. */
function onlinePayment(order: Order, check = "") {
  const session = newestSession(order.seq);
  const barrier = onlinePaymentBarrier(order);
  const provider = activeProvider();
  if (order.status !== "pending" || !provider || (barrier && session?.state !== "open"))
    return null;
  const checks = session?.state === "open" ? Number(check) || 0 : 0;
  return {
    isTest: provider.isTestMode,
    isDemo: provider.name === "demo",
    failure: session?.lastFailure ?? "",
    /** The number of the next look; null when there is none. */
    nextCheck: checks > 0 && checks < MAX_CHECKS ? checks + 1 : null,
    isSlow: checks >= MAX_CHECKS,
  };
}

/** Paying by a transfer to the zoo's UPI address; null where the order is not paid so. */
function upiTransfer(order: Order) {
  const payment = takesTransfer(order) ? upiPayment(order) : null;
  if (!payment) return null;
  const given = givenReference(order.seq);
  return {
    ...payment,
    given: given ? { reference: given.reference, isNotFound: given.notFoundAt !== null } : null,
  };
}

/** Opens an unpaid order at the counter. */
const counterQr = (request: Request, { id, status }: Order) =>
  status === "pending" ? toQr(`${siteOrigin(request)}${COUNTER_PATH}?order=${id}`) : null;

/** An order's page for its visitor. Throws a redirect when `confirm` no longer applies. */
export function ownOrderView(request: Request, order: Order) {
  const reason = rescheduleBlockedReason(order);
  // A visitor who came despite the closure has no choice left.
  const mayChoose = hasRescheduleOffer(order) && reason === undefined;
  const inside = order.status === "pending" ? null : peopleInside(order);
  const late = lateMoneyOf(order.seq);
  const { confirm: question, proof = "", check, ...query } = readQuery(request);
  const isConfirmingCancel = question === "cancel" && (order.status === "pending" || mayChoose);
  const confirmingMove =
    question === "move" && inside && reason === undefined ? movedVisit(query) : null;
  if (question && !isConfirmingCancel && !confirmingMove) throw redirectWithoutConfirm(request);
  const isPast = hasSlotEnded(order.visitDate, order.visitSlot);
  return {
    own: visitorOrderPath(order),
    order: orderView(order),
    visit: { date: order.visitDate, slot: order.visitSlot },
    ...dayForMove(order, order.visitDate),
    hasOffer: mayChoose,
    closureReason: mayChoose ? publicReasons(order.visitDate)(order.visitSlot) : "",
    isPast,
    state: mayChoose
      ? ("open" as const)
      : bookingState(order, { isPast, isInside: inside?.outside === 0 }),
    whyNotMove: reason,
    tickets: ticketViews(request, order),
    partyCode: partyCodeView(request, order),
    documents: visitorDocuments(order),
    invoices: visitorInvoices(order),
    toPay: formatRupees(amountToPay(order)),
    upi: upiTransfer(order),
    counterQr: counterQr(request, order),
    online: onlinePayment(order, check),
    paymentNotice: paymentNotice(order),
    lateMoney: late ? formatRupees(late.amount) : null,
    isConfirmingCancel,
    confirmingMove,
    inside,
    /** The key of the mail whose link led here, while there is something to confirm. */
    proof: canConfirm(order) && isConfirmationKey(order, proof) ? proof : null,
  };
}

/** The visit that a question about a move names; null when it is none. */
export function movedVisit({ date, slot }: FormValues) {
  const { data } = MoveVisit.safeParse({ visitDate: date, visitSlot: slot });
  if (!data) return null;
  const { visitDate, visitSlot } = data;
  return {
    date: visitDate,
    slot: visitSlot,
    label: `${formatLongDate(visitDate)}, ${formatSlotOn(visitDate, visitSlot)}`,
  };
}

/** A day's slots for those of an order who are not inside. */
const dayForMove = (order: Order, day: string) =>
  bookableDay(day, peopleInside(order)?.outside ?? order.ticketCount);

/** The same for the order of a link; for one person where the link is wrong. */
export function dayOfVisitor(id: string, key: string, day = "") {
  try {
    return dayForMove(findVisitorOrder(id, key), day);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return bookableDay(day);
  }
}
