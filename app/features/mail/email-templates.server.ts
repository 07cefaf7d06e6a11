import { publicReasons } from "~/features/capacity/capacity.server";
import { hasRescheduleOffer } from "~/features/closures/reschedule-offers.server";
import type { OrderMail } from "./mail.rules";
import { accountContent, resetContent } from "./account-templates.server";
import { resetPath } from "~/features/auth/reset-link.server";
import type { Mail } from "./mail.server";
import { requestContent } from "./request-mails.server";
import type { Payload } from "./enqueue-mail.server";
import { groupOrderOf } from "~/features/groups/group-orders.server";
import { refundAmount } from "~/features/orders/order-status";
import { confirmationKey } from "~/features/orders/orders.server";
import type { Order } from "~/features/orders/order.types";
import { orderView } from "~/features/orders/order.presenter.server";
import { mailOrigin } from "~/lib/http/urls.server";
import type { EmailContent } from "./email.types";
import { greeting } from "./greeting";
import {
  formatVisit,
  expiryNotice,
  PAYMENT_INSTRUCTIONS,
  visitorOrderUrl,
  PRIVACY_NOTICE,
  ticketLinks,
  partRefundText,
  visitDetails,
  type OrderView,
} from "./email-parts.server";
import { MOVE_HOURS } from "~/features/orders/visit-limits";
import { zooProfile } from "~/features/zoo/zoo-profile.server";

type TemplateData = { view: OrderView; order: Order; orderUrl: string } & Pick<
  Payload,
  "from" | "wasPaid" | "isLate" | "refunds"
>;

export function renderTemplate(mail: Mail): EmailContent {
  if (mail.kind === "links") return linksContent(mail.bookings);
  if ("request" in mail) return requestContent(mail.kind, mail.request);
  if (mail.kind === "account") return accountContent(mail.event);
  if (mail.kind === "reset")
    return resetContent(mail.account ? resetPath(mail.id, mail.account) : "");
  const { kind, order, payload } = mail;
  const { from, wasPaid, isLate, refunds } = payload;
  const orderUrl = visitorOrderUrl(order);
  const data = { view: orderView(order), order, orderUrl, from, wasPaid, isLate, refunds };
  const content = TEMPLATES[kind](data);
  return { ...content, parts: [{ text: greeting(order.contactName) }, ...content.parts] };
}

/** Subjects must not contain visitor input. */
const TEMPLATES: Record<OrderMail, (data: TemplateData) => EmailContent> = {
  booked: ({ view, order, orderUrl }) => ({
    subject: `Booked for ${view.visitDay}, order ${view.id}`,
    heading: "Your places are held",
    parts: [
      {
        text: groupOrderOf(order.seq)
          ? `Please pay ${view.total} by then, at once or in parts. The page of your booking has the quote.`
          : PAYMENT_INSTRUCTIONS[view.paymentMethod](view.total),
      },
      ...(view.needsConfirming
        ? confirmParts(view, `${orderUrl}?proof=${confirmationKey(order)}`)
        : [
            { text: expiryNotice(view) },
            { button: { label: "Open your booking", href: orderUrl } },
          ]),
      visitDetails(view),
      { aside: PRIVACY_NOTICE },
    ],
  }),

  paid: ({ view, order, orderUrl, isLate }) => ({
    subject: `Your tickets for ${view.visitDay}, order ${view.id}`,
    heading: "Your tickets are here",
    parts: [
      {
        text: `Your payment of ${view.total} ${isLate ? "came late, but your places were still free" : "has arrived"}. The tickets are attached as a PDF.`,
      },
      {
        text: hasRescheduleOffer(order)
          ? SLOT_CLOSED
          : "Print it, or show each code on your phone at the gate.",
      },
      { button: { label: "Open your tickets", href: orderUrl } },
      visitDetails(view),
      { links: ticketLinks(order) },
      { text: `You can move the visit free of charge up to ${MOVE_HOURS} hours before it starts.` },
      { aside: PRIVACY_NOTICE },
    ],
  }),

  again: ({ view, order, orderUrl }) => ({
    subject: `Your tickets again, order ${view.id}`,
    heading: "Your tickets again",
    parts: [
      { text: "These are the tickets of your order as they are now. They are attached as a PDF." },
      { button: { label: "Open your tickets", href: orderUrl } },
      visitDetails(view),
      { links: ticketLinks(order) },
      { aside: PRIVACY_NOTICE },
    ],
  }),

  moved: ({ view, orderUrl, from }) => ({
    subject: `Your visit is now on ${view.visitDay}, order ${view.id}`,
    heading: "Your visit has moved",
    parts: [
      { text: `${from ? `It was on ${formatVisit(from)}. ` : ""}This is when we expect you:` },
      visitDetails(view),
      {
        text:
          view.status === "paid"
            ? "The codes of your tickets stay valid. They are attached again, with the new date."
            : expiryNotice(view),
      },
      { button: { label: "Open your booking", href: orderUrl } },
      { aside: PRIVACY_NOTICE },
    ],
  }),

  cancelled: ({ view, wasPaid }) => ({
    subject: `Order ${view.id} is cancelled`,
    heading: "Your booking is cancelled",
    parts: [
      { text: `${view.statusReason || "The zoo has cancelled this booking"}.` },
      visitDetails(view),
      {
        text: wasPaid
          ? "Its tickets are no longer valid. To ask about your payment, just reply to this email."
          : "You are welcome on another day.",
      },
      { button: { label: "Book Tickets", href: `${mailOrigin}/tickets` } },
    ],
  }),

  refunded: ({ view }) => (view.refundDue ? refundDueContent(view) : refundedContent(view)),

  refundedPart: ({ view, order, orderUrl, refunds = [] }) => ({
    subject: `Part of your order is refunded, order ${view.id}`,
    heading: "Part of your order is refunded",
    parts: [
      { text: partRefundText(order.seq, refunds) },
      { text: `Still valid: ${view.tickets}. Their codes stay the same, and are attached again.` },
      { button: { label: "Open your tickets", href: orderUrl } },
      visitDetails(view),
      { aside: PRIVACY_NOTICE },
    ],
  }),

  repaid: ({ view }) => ({
    subject: `Your money is back, order ${view.id}`,
    heading: "We have given your money back",
    parts: [
      { text: `We have given you ${view.refund} back for this booking. ${TICKETS_VOID}` },
      visitDetails(view),
      { text: "If you have not received it, just reply to this email." },
    ],
  }),

  paidLate: ({ view, orderUrl }) => ({
    subject: `Your payment came late, order ${view.id}`,
    heading: "Your payment came late",
    parts: [
      {
        text: `Your payment of ${view.total} has arrived, but this booking was ${view.status} before. Choose another slot, or get your money back. It is your choice.`,
      },
      visitDetails(view),
      { button: { label: "Choose on your page", href: orderUrl } },
      { text: "If you choose neither within three days, you get your money back." },
      { aside: PRIVACY_NOTICE },
    ],
  }),

  notFound: ({ view, orderUrl }) => ({
    subject: `We did not find your transfer, order ${view.id}`,
    heading: "We did not find your transfer",
    parts: [
      {
        text: `You have given us the reference of a UPI transfer of ${view.total}. We did not find it at our bank. Compare its 12 digits with those in your app.`,
      },
      {
        text:
          view.status === "pending"
            ? `You can correct it on your page. ${expiryNotice(view)}`
            : "Reply to this email with the right one if you have paid.",
      },
      visitDetails(view),
      { button: { label: "Open your booking", href: orderUrl } },
      { aside: PRIVACY_NOTICE },
    ],
  }),

  closed: ({ view, order, orderUrl }) => ({
    subject: `The zoo has to close on ${view.visitDay}, order ${view.id}`,
    heading: "We have to close during your slot",
    parts: [
      { text: closureText(order) },
      visitDetails(view),
      {
        text:
          view.status === "paid"
            ? "Move it to another slot, free of charge; your tickets stay valid. Or get your money back. It is your choice."
            : "Move it to another slot, or cancel it. It is your choice.",
      },
      { button: { label: "Choose on your page", href: orderUrl } },
      { aside: PRIVACY_NOTICE },
    ],
  }),

  reopened: ({ view, orderUrl }) => ({
    subject: `The zoo is open on ${view.visitDay} after all, order ${view.id}`,
    heading: "We are open during your slot after all",
    parts: [
      {
        text: "We told you that the zoo would be closed. It is not: your visit stands as you booked it.",
      },
      visitDetails(view),
      { button: { label: "Open your booking", href: orderUrl } },
      { aside: PRIVACY_NOTICE },
    ],
  }),
};

const confirmParts = (view: OrderView, href: string): EmailContent["parts"] => [
  {
    text: `Please confirm that you are coming. Without it, your places are held until ${view.expiresAt}; once you have confirmed, until your slot ends.`,
  },
  { button: { label: "Confirm your booking", href } },
];

const refundDueContent = (view: OrderView): EmailContent => ({
  subject: `You get your money back, order ${view.id}`,
  heading: "You get your money back",
  parts: [
    { text: `${view.statusReason}.` },
    {
      text: `${refundAmount(view.refund)} If it has not come within a few days, just reply to this email.`,
    },
    { text: TICKETS_VOID },
    visitDetails(view),
  ],
});

const refundedContent = (view: OrderView): EmailContent => ({
  subject: `Order ${view.id} is refunded`,
  heading: "Your order is refunded",
  parts: [{ text: `We have refunded ${view.refund}. ${TICKETS_VOID}` }, visitDetails(view)],
});

const TICKETS_VOID = "The tickets of this order are no longer valid.";

function closureText({ visitDate, visitSlot }: Order) {
  const reason = publicReasons(visitDate)(visitSlot);
  const because = reason && ` (${reason})`;
  return `We are sorry. The visit that you booked cannot take place as planned${because}:`;
}

const SLOT_CLOSED =
  "The zoo is closed in this slot. Please do not come then: move your visit or get your money back, on your page.";

const linksContent = (bookings: Order[]): EmailContent => ({
  subject: `Your bookings at ${zooProfile().name}`,
  heading: "Your bookings",
  parts: [
    { text: "Hello," },
    { text: "Someone, probably you, asked us for the bookings made with this email address:" },
    {
      links: bookings.map((order) => ({
        label: `Order ${order.id}`,
        href: visitorOrderUrl(order),
        note: `${formatVisit(order)}, ${orderView(order).tickets}, ${order.status}`,
      })),
    },
    { aside: `${PRIVACY_NOTICE} If it was not you, you can ignore this email.` },
  ],
});
